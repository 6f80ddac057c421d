// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// reopen closes the server of a client and opens another on the same file.
func (c *client) reopen(options refserver.Options) *client {
	c.t.Helper()
	if err := c.server.Close(); err != nil {
		c.t.Fatal(err)
	}
	return serve(c.t, options)
}

// All that was written is there after a restart: content, order of creation, and what filters find.
func TestDataFile(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := serve(t, options)
	for _, kind := range kinds {
		for i := range 3 {
			c.made(kind, object{"name": fmt.Sprint(kind, i), "more": object{"é\"\\": []any{1.5, nil}}})
		}
	}
	c.must(http.StatusNoContent, "DELETE", c.path("dashboard", c.server.Objects("dashboard")[0]), nil)
	c.patch("alert", c.server.Objects("alert")[0], object{"name": "renamed"})
	tab := c.server.Objects("tab")[0]
	before := map[string]string{}
	for _, kind := range kinds {
		before[kind] = asJSON(t, c.server.Objects(kind))
	}

	c = c.reopen(options)
	for _, kind := range kinds {
		equal(t, c.server.Objects(kind), before[kind])
	}
	if n := len(items(t, c.must(http.StatusOK, "GET", paths["alert"]+"?name=renamed", nil), "results")); n != 1 {
		t.Errorf("%d alerts are found by name", n)
	}
	list := c.must(http.StatusOK, "GET", paths["tab"]+"?dashboard="+text(t, tab, "dashboard"), nil)
	if list["count"] != 1.0 {
		t.Errorf("%v tabs are found by dashboard", list["count"])
	}

	// What is new comes last, also after another restart.
	c.made("node", object{"name": "last"})
	c = c.reopen(options)
	if got := names(t, c.must(http.StatusOK, "GET", paths["node"], nil)); got != "node0 node1 node2 last" {
		t.Errorf("the nodes are %s", got)
	}
}

// What tests do behind the client's back lasts as well.
func TestEditAndRemoveLast(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := serve(t, options)
	a, b := text(t, c.made("node", nil), "id"), text(t, c.made("node", nil), "id")
	if err := c.server.Edit("node", a, func(doc map[string]any) { doc["name"] = "edited" }); err != nil {
		t.Fatal(err)
	}
	if err := c.server.Remove("node", b); err != nil {
		t.Fatal(err)
	}
	c = c.reopen(options)
	if got := names(t, c.must(http.StatusOK, "GET", paths["node"], nil)); got != "edited" {
		t.Errorf("the nodes are %s", got)
	}
}

// A deployment that a restart came upon goes on.
func TestDeploymentGoesOnAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		options := refserver.Options{Data: filepath.Join(t.TempDir(), "data"), DeployDelay: time.Minute}
		open := func() direct {
			server, err := refserver.New(options)
			if err != nil {
				t.Fatal(err)
			}
			return direct{t, server}
		}
		d := open()
		component := d.do("POST", paths["component"], (&client{t: t}).minimal("component", nil))
		own := paths["component"] + text(t, component, "id")
		d.do("POST", own+"/start", object{})
		for _, want := range []string{"true StartRequested", "true Pending", "true Running", "true Running"} {
			synctest.Wait()
			if err := d.server.Close(); err != nil {
				t.Fatal(err)
			}
			d = open()
			if got := states(d.do("GET", own, nil)); got != want {
				t.Errorf("the component is %s, want %s", got, want)
			}
			time.Sleep(time.Minute)
		}
		if err := d.server.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// A closed server still reads, but refuses to write what would not last.
func TestWriteAfterClose(t *testing.T) {
	server, err := refserver.New(refserver.Options{Data: filepath.Join(t.TempDir(), "data")})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	defer web.Close()
	c := &client{t: t, server: server, url: web.URL}
	node := c.made("node", nil)
	for range 2 {
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c.must(http.StatusOK, "GET", c.path("node", node), nil)
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := c.must(http.StatusInternalServerError, method, c.path("node", node), object{"name": "x"}); got["detail"] == nil {
			t.Errorf("the answer is %v", got)
		}
	}
	equal(t, c.must(http.StatusOK, "GET", c.path("node", node), nil), asJSON(t, node))
}

func TestWrongDataFile(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, make([]byte, 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	open := serve(t, refserver.Options{Data: filepath.Join(dir, "open")})
	open.made("node", nil)
	for _, file := range []string{other, filepath.Join(dir, "none", "data"), filepath.Join(dir, "open")} {
		if _, err := refserver.New(refserver.Options{Data: file}); err == nil {
			t.Errorf("%s is opened", file)
		}
	}
}
