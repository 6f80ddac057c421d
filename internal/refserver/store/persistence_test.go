// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// All that was written is there after a restart: content, order of creation, and what filters find.
func TestDataFile(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := servertest.Serve(t, options)
	for _, kind := range servertest.Kinds {
		for i := range 3 {
			c.Made(kind, servertest.Object{"name": fmt.Sprint(kind, i), "more": servertest.Object{"é\"\\": []any{1.5, nil}}})
		}
	}
	c.Must(http.StatusNoContent, "DELETE", c.Path("dashboard", c.Server.Objects("dashboard")[0]), nil)
	c.Patch("alert", c.Server.Objects("alert")[0], servertest.Object{"name": "renamed"})
	tab := c.Server.Objects("tab")[0]
	before := map[string]string{}
	for _, kind := range servertest.Kinds {
		before[kind] = servertest.JSON(t, c.Server.Objects(kind))
	}

	c = c.Reopen(options)
	for _, kind := range servertest.Kinds {
		servertest.Equal(t, c.Server.Objects(kind), before[kind])
	}
	if n := len(servertest.Items(t, c.Must(http.StatusOK, "GET", servertest.Paths["alert"]+"?name=renamed", nil), "results")); n != 1 {
		t.Errorf("%d alerts are found by name", n)
	}
	list := c.Must(http.StatusOK, "GET", servertest.Paths["tab"]+"?dashboard="+servertest.Text(t, tab, "dashboard"), nil)
	if list["count"] != 1.0 {
		t.Errorf("%v tabs are found by dashboard", list["count"])
	}

	// What is new comes last, also after another restart.
	c.Made("node", servertest.Object{"name": "last"})
	c = c.Reopen(options)
	if got := names(t, c.Must(http.StatusOK, "GET", servertest.Paths["node"], nil)); got != "node0 node1 node2 last" {
		t.Errorf("the nodes are %s", got)
	}
}

// What tests do behind the client's back lasts as well.
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
	if got := names(t, c.Must(http.StatusOK, "GET", servertest.Paths["node"], nil)); got != "edited" {
		t.Errorf("the nodes are %s", got)
	}
}

// A closed server still reads, but refuses to write what would not last.
func TestWriteAfterClose(t *testing.T) {
	server, err := refserver.New(refserver.Options{Data: filepath.Join(t.TempDir(), "data")})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	defer web.Close()
	c := &servertest.Client{T: t, Server: server, URL: web.URL}
	node := c.Made("node", nil)
	for range 2 {
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c.Must(http.StatusOK, "GET", c.Path("node", node), nil)
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := c.Must(http.StatusInternalServerError, method, c.Path("node", node), servertest.Object{"name": "x"}); got["detail"] == nil {
			t.Errorf("the answer is %v", got)
		}
	}
	if got := c.Must(http.StatusInternalServerError, "POST", servertest.Paths["node"], servertest.Object{"name": "n", "type": "t"}); got["detail"] == nil {
		t.Errorf("the answer is %v", got)
	}
	if n := len(server.Objects("node")); n != 1 {
		t.Errorf("there are %d nodes, want 1", n)
	}
	servertest.Equal(t, c.Must(http.StatusOK, "GET", c.Path("node", node), nil), servertest.JSON(t, node))
}

func TestWrongDataFile(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, make([]byte, 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	open := servertest.Serve(t, refserver.Options{Data: filepath.Join(dir, "open")})
	open.Made("node", nil)
	for _, file := range []string{other, filepath.Join(dir, "none", "data"), filepath.Join(dir, "open")} {
		if _, err := refserver.New(refserver.Options{Data: file}); err == nil {
			t.Errorf("%s is opened", file)
		}
	}
}
