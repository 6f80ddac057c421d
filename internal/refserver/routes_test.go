// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// spellings gives the paths that name what the path names: with and without the slash at the end, and for components with
// the type word in singular and plural (wire shapes sections 1 and 2).
func spellings(path string) []string {
	paths := []string{path}
	if strings.Contains(path, "/algorithms/") {
		paths = append(paths, strings.Replace(path, "/algorithms/", "/algorithm/", 1))
	}
	for _, p := range paths {
		paths = append(paths, strings.TrimSuffix(p, "/"))
	}
	return paths
}

// TestRoutes goes through every operation of interface section 4 in every spelling.
func TestRoutes(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			c := serve(t, refserver.Options{})
			for _, path := range spellings(paths[kind]) {
				doc := c.must(http.StatusCreated, "POST", path, c.minimal(kind, nil))
				c.must(http.StatusOK, "GET", path, nil)
				c.checkMethods("GET, POST", path)
				for _, own := range spellings(c.path(kind, doc)) {
					if on, of := c.server.Kind(path), c.server.Kind(own); on != kind || of != kind {
						t.Errorf("the kinds of %s and %s are %q and %q", path, own, on, of)
					}
					equal(t, c.must(http.StatusOK, "GET", own, nil), asJSON(t, doc))
					c.must(http.StatusOK, "PATCH", own, object{"name": "new"})
					c.must(http.StatusOK, "PATCH", own, object{"name": doc["name"]})
					c.checkMethods("DELETE, GET, PATCH", own)
				}
			}
		})
	}
}

// checkMethods: any other method is answered 405 with the allowed ones.
func (c *client) checkMethods(allowed, path string) {
	c.t.Helper()
	for _, method := range []string{"GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"} {
		if strings.Contains(allowed, method) {
			continue
		}
		got := c.do(method, path, object{})
		if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != allowed || got.doc["detail"] == nil {
			c.t.Errorf("%s %s: %d %q %s", method, path, got.status, got.header.Get("Allow"), got.body)
		}
	}
}

func TestDeleteInEverySpelling(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			c := serve(t, refserver.Options{})
			for i := range spellings(paths[kind] + "x/") {
				path := spellings(c.path(kind, c.made(kind, nil)))[i]
				got := c.do("DELETE", path, nil)
				if got.status != http.StatusNoContent || got.body != "" {
					t.Errorf("%s: %d %q", path, got.status, got.body)
				}
				for _, method := range []string{"GET", "PATCH", "DELETE"} {
					equal(t, c.must(http.StatusNotFound, method, path, object{"name": "x"}), `{"detail":"Not found."}`)
				}
			}
		})
	}
}

func TestUnknownPaths(t *testing.T) {
	c := serve(t, refserver.Options{})
	node := text(t, c.made("node", nil), "id")
	component := text(t, c.made("component", nil), "id")
	for _, path := range []string{
		"/", "/v3/engine/", "/v3/engine", "/v3/engine/dashboard/", "/v2/engine/alert/alerts/",
		"/v3/engine//alert/alerts/", "/v3/engine/alert/alerts//", "/v3/engine/compute/nodes/" + node,
		"/v3/engine/compute/nodes/all/" + node + "/start/", "/v3/engine/component/" + component,
		"/v3/engine/component/widgets/", "/v3/engine/component/algorithm/" + component + "/restart/",
		"/v3/engine/component/algorithm/" + component + "/start/x",
	} {
		got := c.do("GET", path, nil)
		if got.status != http.StatusNotFound || got.doc["detail"] != "Not found." {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
		if kind := c.server.Kind(path); kind != "" {
			t.Errorf("%s serves the kind %s", path, kind)
		}
	}
}

// The list of all components has no type segment (interface section 4.4); nothing is made there.
func TestListOfAllComponents(t *testing.T) {
	c := serve(t, refserver.Options{})
	algorithm := c.made("component", object{"name": "a"})
	connector := c.must(http.StatusCreated, "POST", "/v3/engine/component/connectors/", c.minimal("component", nil))
	for path, want := range map[string][]object{
		"/v3/engine/component":             {algorithm, connector},
		"/v3/engine/component/":            {algorithm, connector},
		"/v3/engine/component/algorithm":   {algorithm},
		"/v3/engine/component/algorithms/": {algorithm},
		"/v3/engine/component/connector/":  {connector},
		"/v3/engine/component/connectors":  {connector},

		"/v3/engine/component/?type=connector":          {connector},
		"/v3/engine/component/connectors/?name=a":       nil,
		"/v3/engine/component/algorithms/?name=a":       {algorithm},
		"/v3/engine/component/algorithm?type=connector": nil,
	} {
		got := c.must(http.StatusOK, "GET", path, nil)
		if len(want) == 0 {
			equal(t, got["results"], "[]")
			continue
		}
		equal(t, got["results"], asJSON(t, want))
	}
	c.checkMethods("GET", "/v3/engine/component/")
}

// A component is found under its own type's word alone.
func TestComponentUnderTheOtherWord(t *testing.T) {
	c := serve(t, refserver.Options{})
	connector := c.must(http.StatusCreated, "POST", "/v3/engine/component/connector", c.minimal("component", nil))
	if connector["type"] != "connector" {
		t.Errorf("the type is %v", connector["type"])
	}
	own, other := "/v3/engine/component/connector/"+text(t, connector, "id"), c.path("component", connector)
	c.must(http.StatusNotFound, "GET", other, nil)
	c.must(http.StatusNotFound, "PATCH", other, object{"name": "x"})
	c.must(http.StatusNotFound, "DELETE", other, nil)
	c.must(http.StatusNotFound, "POST", other+"start/", object{})
	equal(t, c.must(http.StatusOK, "GET", own, nil), asJSON(t, connector))
}
