// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestRoutes checks that the server accepts every form of a path: with and without the trailing slash, and with the component type in the
// singular and in the plural. It sends the operations in INTERFACE.md, section 4, to each form.
func TestRoutes(t *testing.T) {
	for _, kind := range servertest.Kinds {
		t.Run(kind, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			for _, path := range servertest.PathForms(servertest.Paths[kind]) {
				doc := c.Must(http.StatusCreated, "POST", path, c.MinimalBody(kind, nil))
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
				path := servertest.PathForms(c.Path(kind, c.CreateMinimal(kind, nil)))[i]
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
	node := servertest.Text(t, c.CreateMinimal("node", nil), "id")
	component := servertest.Text(t, c.CreateMinimal("component", nil), "id")
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
