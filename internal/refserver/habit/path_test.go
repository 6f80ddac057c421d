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
