// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestDataFile checks that after a restart, the server has the same objects in the same order, and filters still find them.
func TestDataFile(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := servertest.Serve(t, options)
	for _, kind := range servertest.Kinds {
		for i := range 3 {
			c.Made(kind, Object{"name": fmt.Sprint(kind, i), "more": Object{"é\"\\": []any{1.5, nil}}})
		}
	}
	c.Must(http.StatusNoContent, "DELETE", c.Path("dashboard", c.Server.Objects("dashboard")[0]), nil)
	c.Patch("alert", c.Server.Objects("alert")[0], Object{"name": "renamed"})
	tab := c.Server.Objects("tab")[0]
	before := map[string]string{}
	for _, kind := range servertest.Kinds {
		before[kind] = servertest.JSON(t, c.Server.Objects(kind))
	}

	c = c.Reopen(options)
	for _, kind := range servertest.Kinds {
		servertest.Equal(t, c.Server.Objects(kind), before[kind])
	}
	if n := len(servertest.Items(t, c.Get(servertest.Paths["alert"]+"?name=renamed"), "results")); n != 1 {
		t.Errorf("%d alerts are found by name", n)
	}
	list := c.Get(servertest.Paths["tab"] + "?dashboard=" + servertest.Text(t, tab, "dashboard"))
	if list["count"] != 1.0 {
		t.Errorf("%v tabs are found by dashboard", list["count"])
	}

	// A new object must be the last in the list, even after another restart.
	c.Made("node", Object{"name": "last"})
	c = c.Reopen(options)
	if got := names(t, c.Get(servertest.Paths["node"])); got != "node0 node1 node2 last" {
		t.Errorf("the nodes are %s", got)
	}
}

func TestEditAndRemoveLast(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := servertest.Serve(t, options)
	a, b := servertest.Text(t, c.Made("node", nil), "id"), servertest.Text(t, c.Made("node", nil), "id")
	if err := c.Server.Edit("node", a, func(doc map[string]any) { doc["name"] = "edited" }); err != nil {
		t.Fatal(err)
	}
	if err := c.Server.Remove("node", b); err != nil {
		t.Fatal(err)
	}
	c = c.Reopen(options)
	if got := names(t, c.Get(servertest.Paths["node"])); got != "edited" {
		t.Errorf("the nodes are %s", got)
	}
}

// TestWriteAfterClose checks that a closed server with a data file rejects writes but still serves reads.
func TestWriteAfterClose(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Data: filepath.Join(t.TempDir(), "data")})
	node := c.Made("node", nil)
	for range 2 {
		if err := c.Server.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c.Read("node", node)
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := c.Must(http.StatusInternalServerError, method, c.Path("node", node), Object{"name": "x"}); got["detail"] == nil {
			t.Errorf("the answer is %v", got)
		}
	}
	if got := c.Must(http.StatusInternalServerError, "POST", servertest.Paths["node"],
		Object{"name": "n", "type": "t"}); got["detail"] == nil {
		t.Errorf("the answer is %v", got)
	}
	if n := len(c.Server.Objects("node")); n != 1 {
		t.Errorf("there are %d nodes, want 1", n)
	}
	servertest.Equal(t, c.Read("node", node), servertest.JSON(t, node))
}
