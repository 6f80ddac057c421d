// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
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

func listNames(c *servertest.Client, query string) string {
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
	bare := func(c *servertest.Client) string {
		for range 30 {
			c.Made("tab", Object{"dashboard": c.Made("dashboard", nil)["id"]})
		}
		got := c.Do("GET", servertest.Paths["tab"]+"?page=2", nil).Body
		return show(c, got[:1], strings.Count(got, `"order"`))
	}
	next := func(c *servertest.Client) string {
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			c.Made("node", Object{"name": name})
		}
		doc := c.Get(servertest.Paths["node"] + "?page_size=2")
		link := strings.TrimPrefix(servertest.Text(c.T, doc, "next"), c.URL+servertest.Paths["node"])
		return strings.Join([]string{link, listNames(c, link), listNames(c, "?page_size=2&page=2")}, " ")
	}
	return map[string]difference{
		"bare-lists":           {see: bare, with: `"[" 30`, without: `"{" 10`},
		"other-page-parameter": {see: next, with: "?p=2&page_size=2 200cd 200ab", without: "?page=2&page_size=2 200cd 200cd"},
	}
}

func preconditionDifferences() map[string]difference {
	see := func(c *servertest.Client) string {
		path := c.Path("node", c.Made("node", nil))
		tag := c.Do("GET", path, nil).Header.Get("Etag")
		patch := func(tag string) int {
			r := c.Request("PATCH", path, Object{"description": "x"})
			r.Header.Set("If-Match", tag)
			got, err := c.Send(r)
			if err != nil {
				c.T.Fatal(err)
			}
			return got.Status
		}
		return fmt.Sprint(tag != "", strings.HasPrefix(tag, "W/"), patch(tag), patch(`"other"`))
	}
	return map[string]difference{
		"no-etags":   {see: see, with: "false false 200 200", without: "true false 200 412"},
		"weak-etags": {see: see, with: "true true 412 412", without: "true false 200 412"},
	}
}

func limitDifferences() map[string]difference {
	many := func(c *servertest.Client, method, path string, body any) string {
		seen := map[int]bool{}
		for range 60 {
			got := c.Do(method, path, body)
			seen[got.Status] = true
			if after := got.Header.Get("Retry-After"); after != "" {
				at, err := http.ParseTime(after)
				if wait := time.Until(at); err != nil || wait > time.Second {
					c.T.Errorf("Retry-After is %s (%v)", after, err)
				}
			}
			if got.Status == http.StatusServiceUnavailable && (got.Doc != nil || !strings.HasPrefix(got.Body, "<html>")) {
				c.T.Errorf("the gateway says %s", got.Body)
			}
		}
		return show(c, seen)
	}
	reads := func(c *servertest.Client) string { return many(c, "GET", servertest.Paths["node"], nil) }
	writes := func(c *servertest.Client) string {
		statuses := many(c, "POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		return show(c, len(c.Server.Objects("node"))) + statuses
	}
	rejectedWrites := func(c *servertest.Client) string {
		refused := false
		for range 60 {
			got := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
			refused = refused || got.Status == http.StatusServiceUnavailable && got.Doc["detail"] != nil
		}
		return fmt.Sprint(len(c.Server.Objects("node")), refused)
	}
	sizes := func(c *servertest.Client) string {
		small := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": strings.Repeat("t", 4000)})
		large := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": strings.Repeat("t", 4200)})
		return fmt.Sprint(small.Status, large.Status)
	}
	requestID := func(c *servertest.Client) string {
		return fmt.Sprint(c.Do("GET", servertest.Paths["node"], nil).Header.Get("X-Request-Id") != "")
	}
	return map[string]difference{
		"dated-429":           {see: reads, with: `{"200":true,"429":true}`, without: `{"200":true}`},
		"failed-after-write":  {see: writes, with: `60{"201":true,"503":true}`, without: `60{"201":true}`},
		"refused-after-write": {see: rejectedWrites, with: `60 true`, without: `60 false`},
		"small-bodies":        {see: sizes, with: "201 413", without: "201 201"},
		"no-request-id":       {see: requestID, with: "false", without: "true"},
	}
}

func TestChanceRepeats(t *testing.T) {
	sequence := func(seed uint64) string {
		c := servertest.Serve(t, refserver.Options{Habits: []string{"dated-429=0.3", "failed-after-write=0.3"}, Seed: seed})
		text := ""
		for range 40 {
			text += fmt.Sprint(c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"}).Status, " ")
		}
		return text
	}
	first, again, other := sequence(1), sequence(1), sequence(2)
	if first != again || first == other {
		t.Errorf("the statuses are\n%s\n%s\nand of another seed\n%s", first, again, other)
	}
}
