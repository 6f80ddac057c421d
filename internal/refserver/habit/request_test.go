// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"net/http"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func statuses(c *servertest.Client, requests ...string) string {
	c.T.Helper()
	var found []any
	for _, request := range requests {
		method, path, _ := strings.Cut(request, " ")
		r := c.Request(method, path, nil)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			c.T.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			c.T.Error(err)
		}
		found = append(found, response.StatusCode)
		if location := response.Header.Get("Location"); location != "" {
			found = append(found, location)
		}
	}
	return show(c, found...)
}

func pathDifferences() map[string]difference {
	words := func(c *servertest.Client) string {
		c.Do("POST", "/v3/engine/component/algorithm/", c.Minimal("component", nil))
		c.Do("POST", "/v3/engine/component/algorithms/", c.Minimal("component", nil))
		return show(c, len(c.Server.Objects("component"))) + " " +
			statuses(c, "GET /v3/engine/component/algorithm", "GET /v3/engine/component/connectors/",
				"GET /v3/engine/component", "GET /v3/engine/component/routines/")
	}
	types := func(c *servertest.Client) string {
		return statuses(c, "GET /v3/engine/component/pumps/", "GET /v3/engine/component/connector", "GET /v3/engine/component/",
			"GET /v3/engine/component/routines/")
	}
	slashes := func(c *servertest.Client) string {
		return statuses(c, "GET /v3/engine/compute/nodes/all", "GET /v3/engine/compute/nodes/all/", "POST /v3/engine/alert/alerts?x=y")
	}
	scheme := func(c *servertest.Client) string {
		credentials := " " + c.Server.AccessID() + " " + c.Server.SecretKey()
		text := ""
		for _, word := range []string{"Service", "Bearer", "bearer"} {
			r := c.Request("GET", servertest.Paths["node"], nil)
			r.Header.Set("Authorization", word+credentials)
			got, err := c.Send(r)
			if err != nil {
				c.T.Fatal(err)
			}
			text += show(c, got.Status) + got.Header.Get("Www-Authenticate") + " "
		}
		return text
	}
	const found = "200 200 415"
	return map[string]difference{
		"plural-paths":    {see: words, with: "1 404 200 200 200", without: "2 200 200 200 200"},
		"singular-paths":  {see: words, with: "1 200 404 200 200", without: "2 200 200 200 200"},
		"known-types":     {see: types, with: "404 200 200 200", without: "200 200 200 200"},
		"slash-only":      {see: slashes, with: "404 200 404", without: found},
		"no-slash":        {see: slashes, with: "200 404 415", without: found},
		"slash-redirects": {see: slashes, with: `301 "/v3/engine/compute/nodes/all/" 200 301 "/v3/engine/alert/alerts/?x=y"`, without: found},
		"other-scheme":    {see: scheme, with: "401Bearer 200 401Bearer ", without: "200 401Service 401Service "},
	}
}

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
