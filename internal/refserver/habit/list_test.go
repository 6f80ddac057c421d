// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func listed(c *servertest.Client, query string) string {
	c.T.Helper()
	got := c.Do("GET", servertest.Paths["node"]+query, nil)
	text := show(c, got.Status)
	for part := range strings.SplitSeq(got.Body, `"name":"`) {
		if name, _, isName := strings.Cut(part, `"`); isName && len(name) == 1 && name != "{" {
			text += name
		}
	}
	return text
}

func listDifferences() map[string]difference {
	see := func(queries ...string) func(c *servertest.Client) string {
		return func(c *servertest.Client) string {
			for _, name := range []string{"a", "b", "c", "d", "e"} {
				c.Made("node", Object{"name": name})
			}
			var seen []string
			for _, query := range queries {
				seen = append(seen, listed(c, query))
			}
			return strings.Join(seen, " ")
		}
	}
	bare := func(c *servertest.Client) string {
		for range 30 {
			c.Made("tab", Object{"dashboard": c.Made("dashboard", nil)["id"]})
		}
		got := c.Do("GET", servertest.Paths["tab"]+"?page=2", nil).Body
		return show(c, got[:1], strings.Count(got, `"order"`))
	}
	next := func(c *servertest.Client) string {
		see("")(c)
		doc := c.Get(servertest.Paths["node"] + "?page_size=2")
		link := strings.TrimPrefix(servertest.Text(c.T, doc, "next"), c.URL+servertest.Paths["node"])
		return strings.Join([]string{link, listed(c, link), listed(c, "?page_size=2&page=2")}, " ")
	}
	order := func(c *servertest.Client) string {
		alert := c.Made("alert", nil)
		for _, status := range []string{"warning", "error"} {
			c.Patch("alert", alert, Object{"status": status})
		}
		text := see("", "?ordering=name", "?page_size=2")(c)
		for _, event := range servertest.Items(c.T, c.Get("/v3/engine/alert/events/"), "results") {
			text += " " + servertest.Text(c.T, event, "new_status")
		}
		return text
	}
	short := func(c *servertest.Client) string {
		dashboard := c.Made("dashboard", Object{"tags": []any{Object{"id": "1", "name": "a"}}})
		one := c.Get(servertest.Paths["dashboard"] + servertest.Text(c.T, dashboard, "id"))
		all := c.Get(servertest.Paths["dashboard"])
		return show(c, len(one), len(servertest.Items(c.T, all, "results")[0]))
	}
	return map[string]difference{
		"short-lists":          {see: short, with: "6 4", without: "6 6"},
		"no-lists":             {see: see("", "?page=1"), with: "405 405", without: "200abcde 200abcde"},
		"bare-lists":           {see: bare, with: `"[" 30`, without: `"{" 10`},
		"other-page-parameter": {see: next, with: "?p=2&page_size=2 200cd 200ab", without: "?page=2&page_size=2 200cd 200cd"},
		"small-pages":          {see: see("", "?page_size=4&page=2"), with: "200abc 200de", without: "200abcde 200e"},
		"empty-pages":          {see: see("?page=2", "?page=9223372036854775807", "?page=x"), with: "200 200 404", without: "404 404 404"},
		"other-order":          {see: order, with: "200edcba 200abcde 200ed warning error", without: "200abcde 200abcde 200ab error warning"},
		"no-filters":           {see: see("?name=b", "?name__in=a,b"), with: "200abcde 200abcde", without: "200b 200ab"},
	}
}
