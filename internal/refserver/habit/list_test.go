// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// listed gives the status of a list of nodes and the names in it.
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
				c.Made("node", servertest.Object{"name": name})
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
			c.Made("tab", servertest.Object{"dashboard": c.Made("dashboard", nil)["id"]})
		}
		got := c.Do("GET", servertest.Paths["tab"]+"?page=2", nil).Body
		return show(c, got[:1], strings.Count(got, `"order"`))
	}
	next := func(c *servertest.Client) string {
		see("")(c)
		doc := c.Must(200, "GET", servertest.Paths["node"]+"?page_size=2", nil)
		link := strings.TrimPrefix(servertest.Text(c.T, doc, "next"), c.URL+servertest.Paths["node"])
		return strings.Join([]string{link, listed(c, link), listed(c, "?page_size=2&page=2")}, " ")
	}
	order := func(c *servertest.Client) string {
		alert := c.Made("alert", nil)
		for _, status := range []string{"warning", "error"} {
			c.Patch("alert", alert, servertest.Object{"status": status})
		}
		text := see("", "?ordering=name", "?page_size=2")(c)
		for _, event := range servertest.Items(c.T, c.Must(200, "GET", "/v3/engine/alert/events/", nil), "results") {
			text += " " + servertest.Text(c.T, event, "new_status")
		}
		return text
	}
	short := func(c *servertest.Client) string {
		dashboard := c.Made("dashboard", servertest.Object{"tags": []any{servertest.Object{"id": "1", "name": "a"}}})
		one := c.Must(200, "GET", servertest.Paths["dashboard"]+servertest.Text(c.T, dashboard, "id"), nil)
		all := c.Must(200, "GET", servertest.Paths["dashboard"], nil)
		return show(c, len(one), len(servertest.Items(c.T, all, "results")[0]))
	}
	return map[string]difference{
		"short-lists":          {short, "6 4", "6 6"},
		"no-lists":             {see("", "?page=1"), "405 405", "200abcde 200abcde"},
		"bare-lists":           {bare, `"[" 30`, `"{" 10`},
		"other-page-parameter": {next, "?p=2&page_size=2 200cd 200ab", "?page=2&page_size=2 200cd 200cd"},
		"small-pages":          {see("", "?page_size=4&page=2"), "200abc 200de", "200abcde 200e"},
		"empty-pages":          {see("?page=2", "?page=9223372036854775807", "?page=x"), "200 200 404", "404 404 404"},
		"other-order":          {order, "200edcba 200abcde 200ed warning error", "200abcde 200abcde 200ab error warning"},
		"no-filters":           {see("?name=b", "?name__in=a,b"), "200abcde 200abcde", "200b 200ab"},
	}
}
