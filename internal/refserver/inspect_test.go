// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func TestObjects(t *testing.T) {
	c := serve(t, refserver.Options{})
	a, b := c.made("node", object{"name": "a"}), c.made("node", object{"name": "b", "more": 1.25})
	equal(t, c.server.Objects("node"), asJSON(t, []object{a, b}))
	got, ok := c.server.Object("node", text(t, b, "id"))
	if !ok {
		t.Fatal("the node is not there")
	}
	equal(t, got, asJSON(t, b))
	got["name"] = "changed" // A copy: the server's own stays.
	equal(t, c.must(http.StatusOK, "GET", c.path("node", b), nil), asJSON(t, b))

	if _, ok := c.server.Object("node", "none"); ok {
		t.Error("there is a node none")
	}
	if _, ok := c.server.Object("none", "none"); ok || c.server.Objects("none") != nil {
		t.Error("there is a kind none")
	}
}

// Edit changes anything without a check, and filters see it.
func TestEdit(t *testing.T) {
	c := serve(t, refserver.Options{})
	tab := c.made("tab", nil)
	id := text(t, tab, "id")
	err := c.server.Edit("tab", id, func(doc map[string]any) {
		doc["name"] = "edited"
		doc["dashboard"] = "nowhere"
		doc["order"] = -5
		doc["id"] = "other"
		delete(doc, "none")
	})
	if err != nil {
		t.Fatal(err)
	}
	want := asJSON(t, object{"id": id, "name": "edited", "dashboard": "nowhere", "order": -5})
	equal(t, c.must(http.StatusOK, "GET", c.path("tab", tab), nil), want)
	equal(t, c.must(http.StatusOK, "GET", paths["tab"]+"?dashboard=nowhere", nil)["results"], "["+want+"]")
	equal(t, c.must(http.StatusOK, "GET", paths["tab"]+"?name=t", nil)["results"], "[]")
	if c.server.Edit("tab", "none", nil) == nil || c.server.Edit("none", id, nil) == nil {
		t.Error("what is not there is edited")
	}
}

func TestRemove(t *testing.T) {
	c := serve(t, refserver.Options{})
	tab := c.made("tab", nil)
	if err := c.server.Remove("dashboard", text(t, tab, "dashboard")); err != nil {
		t.Fatal(err)
	}
	c.must(http.StatusNotFound, "GET", c.path("tab", tab), nil)
	if c.server.Remove("tab", "none") == nil || c.server.Remove("none", "none") == nil {
		t.Error("what is not there is removed")
	}
}

// A hook runs before a request takes effect, can itself write and send requests, and is gone after its removal.
func TestBefore(t *testing.T) {
	c := serve(t, refserver.Options{})
	node := c.made("node", nil)
	var seen []string
	var remove func()
	remove = c.server.Before(func(r *http.Request) {
		remove()
		seen = append(seen, r.Method)
		c.patch("node", node, object{"name": "rival", "more": 1})
		if err := c.server.Edit("node", text(t, node, "id"), func(doc map[string]any) { doc["edited"] = true }); err != nil {
			t.Error(err)
		}
	})
	got := c.patch("node", node, object{"name": "mine"})
	equal(t, []any{got["name"], got["more"], got["edited"]}, `["mine",1,true]`)
	c.patch("node", node, object{"name": "again"})
	if len(seen) != 1 {
		t.Errorf("the hook saw %v", seen)
	}
}

func TestRequests(t *testing.T) {
	c := serve(t, refserver.Options{})
	c.made("node", nil)
	c.server.ClearRequests()
	node := c.made("node", object{"name": "x", "type": "self_hosted"})
	c.do("GET", paths["node"]+"?name=x&page=1", nil)
	c.do("DELETE", c.path("node", node), nil)
	c.do("GET", "/nothing", nil)
	remove := c.server.Fail(refserver.Fault{Drop: refserver.DropAfter})
	c.attempt("GET", paths["alert"], nil)
	remove()

	requests := c.server.Requests()
	var got []string
	for _, r := range requests {
		got = append(got, fmt.Sprint(r.Method, " ", r.Path, " ", r.Query.Encode(), " ", r.Status))
		if r.Header.Get("Authorization") != "" || r.Header.Get("User-Agent") == "" {
			t.Errorf("the headers are %v", r.Header)
		}
	}
	equal(t, got, asJSON(t, []string{
		"POST " + paths["node"] + "  201",
		"GET " + paths["node"] + " name=x&page=1 200",
		"DELETE " + c.path("node", node) + "  204",
		"GET /nothing  404",
		"GET " + paths["alert"] + "  0",
	}))
	equal(t, string(requests[0].Body), asJSON(t, `{"name":"x","type":"self_hosted"}`))
	c.server.ClearRequests()
	if left := c.server.Requests(); len(left) > 0 {
		t.Errorf("after clearing: %v", left)
	}
}

// The log forgets the oldest requests, so that a long run does not grow.
func TestRequestsAreBounded(t *testing.T) {
	c := serve(t, refserver.Options{})
	for i := range 10_005 {
		c.do("GET", fmt.Sprint("/", i), nil)
	}
	requests := c.server.Requests()
	if n := len(requests); n != 10_000 || requests[0].Path != "/5" || requests[n-1].Path != "/10004" {
		t.Errorf("%d requests, from %s to %s", n, requests[0].Path, requests[n-1].Path)
	}
}
