// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestRoutes sends the operations from INTERFACE.md, section 4, to every form of each path: with and without the trailing slash, and with
// the component type in the singular and in the plural.
func TestRoutes(t *testing.T) {
	for _, kind := range servertest.Kinds {
		t.Run(kind, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			for _, path := range servertest.PathForms(servertest.Paths[kind]) {
				doc := c.Must(http.StatusCreated, "POST", path, c.Minimal(kind, nil))
				c.Get(path)
				c.CheckMethods("GET, POST", path)
				for _, own := range servertest.PathForms(c.Path(kind, doc)) {
					if on, of := c.Server.Kind(path), c.Server.Kind(own); on != kind || of != kind {
						t.Errorf("the kinds of %s and %s are %q and %q", path, own, on, of)
					}
					servertest.Equal(t, c.Get(own), servertest.JSON(t, doc))
					c.Must(http.StatusOK, "PATCH", own, Object{"name": "new"})
					c.Must(http.StatusOK, "PATCH", own, Object{"name": doc["name"]})
					c.CheckMethods("DELETE, GET, PATCH", own)
				}
			}
			for i := range servertest.PathForms(servertest.Paths[kind] + "x/") {
				path := servertest.PathForms(c.Path(kind, c.Made(kind, nil)))[i]
				if got := c.Do("DELETE", path, nil); got.Status != http.StatusNoContent || got.Body != "" {
					t.Errorf("%s: %d %q", path, got.Status, got.Body)
				}
				for _, method := range []string{"GET", "PATCH", "DELETE"} {
					servertest.Equal(t, c.Must(http.StatusNotFound, method, path, Object{"name": "x"}), `{"detail":"Not found."}`)
				}
			}
		})
	}
}

func TestUnknownPaths(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	node := servertest.Text(t, c.Made("node", nil), "id")
	component := servertest.Text(t, c.Made("component", nil), "id")
	for _, path := range []string{
		"/", "/v3/engine/", "/v3/engine", "/v3/engine/dashboard/", "/v2/engine/alert/alerts/",
		"/v3/engine//alert/alerts/", "/v3/engine/alert/alerts//", "/v3/engine/compute/nodes/" + node,
		"/v3/engine/compute/nodes/all/" + node + "/start/", "/v3/engine/component/" + component,
		"/v3/engine/component/routine/", "/v3/engine/component/2nd/", "/v3/engine/component/a.b/",
		"/v3/engine/component/algorithm/" + component + "/restart/",
		"/v3/engine/component/algorithm/" + component + "/start/x",
	} {
		got := c.Do("GET", path, nil)
		if got.Status != http.StatusNotFound || got.Doc["detail"] != "Not found." {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
		if kind := c.Server.Kind(path); kind != "" {
			t.Errorf("%s serves the kind %s", path, kind)
		}
	}
}

// TestListOfAllComponents checks that /component lists all components, and that a path such as /component/connector lists those of one
// type. Clients must be able to create components only on a path with a type (INTERFACE.md, section 4.4).
func TestListOfAllComponents(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	algorithm := c.Made("component", Object{"name": "a"})
	connector := c.Must(http.StatusCreated, "POST", "/v3/engine/component/connectors/", c.Minimal("component", nil))
	for path, want := range map[string][]Object{
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
		got := c.Get(path)
		if len(want) == 0 {
			servertest.Equal(t, got["results"], "[]")
			continue
		}
		servertest.Equal(t, got["results"], servertest.JSON(t, want))
	}
	c.CheckMethods("GET", "/v3/engine/component/")
}

// TestComponentTypes checks that a path can contain any component type (quirk 41 in quirks.go), in the singular and in the plural (quirk 83
// in quirks.go). The word routine is not a type.
func TestComponentTypes(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for word, want := range map[string]string{
		"pumps": "pump", "pump": "pump", "Data-source_2": "Data-source_2", "process": "process", "widgets": "widget",
		"routiness": "routiness", strings.Repeat("x", 32): strings.Repeat("x", 32),
	} {
		path := "/v3/engine/component/" + word
		servertest.Equal(t, c.Get(path)["count"], "0")
		made := c.Must(http.StatusCreated, "POST", path+"/", c.Minimal("component", nil))
		if made["type"] != want {
			t.Errorf("%s makes a component of the type %v", path, made["type"])
		}
		own := path + "/" + servertest.Text(t, made, "id")
		c.Must(http.StatusOK, "PATCH", own+"/", Object{"version": "2"})
		c.Must(http.StatusOK, "POST", own+"/start/", Object{})
		for _, method := range []string{"GET", "PATCH", "DELETE"} { // The component must not exist on the path of a different type.
			c.Must(http.StatusNotFound, method, c.Path("component", made), Object{"name": "x"})
		}
		c.Must(http.StatusNotFound, "POST", c.Path("component", made)+"start/", Object{})
		c.Get("/v3/engine/component/" + want + "/" + servertest.Text(t, made, "id"))
		c.Must(http.StatusNoContent, "DELETE", own, nil)
	}
	for _, word := range []string{"routine", "2nd", "a.b", strings.Repeat("x", 33), servertest.Text(t, c.Made("component", nil), "id")} {
		c.Must(http.StatusNotFound, "POST", "/v3/engine/component/"+word, c.Minimal("component", nil))
	}
}
