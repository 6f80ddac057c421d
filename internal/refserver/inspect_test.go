// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestObjects(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	a, b := c.CreateMinimal("node", Object{"name": "a"}), c.CreateMinimal("node", Object{"name": "b", "more": 1.25})
	servertest.Equal(t, c.Server.Objects("node"), servertest.JSON(t, []Object{a, b}))
	got, ok := c.Server.Object("node", servertest.Text(t, b, "id"))
	if !ok {
		t.Fatal("the node is not there")
	}
	servertest.Equal(t, got, servertest.JSON(t, b))
	got["name"] = "changed" // A change to the copy must not change the stored object.
	servertest.Equal(t, c.Read("node", b), servertest.JSON(t, b))

	if _, ok := c.Server.Object("node", "none"); ok {
		t.Error("there is a node none")
	}
	if _, ok := c.Server.Object("none", "none"); ok || c.Server.Objects("none") != nil {
		t.Error("there is a kind none")
	}
}

// TestEdit checks that Server.Edit can store values that a request can't, such as the id of a nonexistent dashboard. Filters must find
// these values.
func TestEdit(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	tab := c.CreateMinimal("tab", nil)
	id := servertest.Text(t, tab, "id")
	err := c.Server.Edit("tab", id, func(doc map[string]any) {
		doc["name"] = "edited"
		doc["dashboard"] = "nowhere"
		doc["order"] = -5
		doc["id"] = "other"
		delete(doc, "none")
	})
	if err != nil {
		t.Fatal(err)
	}
	want := servertest.JSON(t, Object{"id": id, "name": "edited", "dashboard": "nowhere", "order": -5})
	servertest.Equal(t, c.Read("tab", tab), want)
	servertest.Equal(t, c.Get(servertest.Paths["tab"] + "?dashboard=nowhere")["results"], "["+want+"]")
	servertest.Equal(t, c.Get(servertest.Paths["tab"] + "?name=t")["results"], "[]")
	err = c.Server.Edit("tab", "none", nil)
	if err == nil || err.Error() != `there is no tab with the id "none"` || c.Server.Edit("none", id, nil) == nil {
		t.Errorf("what is not there is edited (%v)", err)
	}
}

func TestRemove(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	tab := c.CreateMinimal("tab", nil)
	if err := c.Server.Remove("dashboard", servertest.Text(t, tab, "dashboard")); err != nil {
		t.Fatal(err)
	}
	c.Must(http.StatusNotFound, "GET", c.Path("tab", tab), nil)
	if c.Server.Remove("tab", "none") == nil || c.Server.Remove("none", "none") == nil {
		t.Error("what is not there is removed")
	}
}

// TestBefore checks that the server calls a hook registered with Server.Before and then performs the request. The hook must be able to
// change objects, send requests and remove itself.
func TestBefore(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	node := c.CreateMinimal("node", nil)
	var seen []string
	var remove func()
	remove = c.Server.Before(func(r *http.Request) {
		remove()
		seen = append(seen, r.Method)
		c.Patch("node", node, Object{"name": "rival", "more": 1})
		if err := c.Server.Edit("node", servertest.Text(t, node, "id"), func(doc map[string]any) { doc["edited"] = true }); err != nil {
			t.Error(err)
		}
	})
	got := c.Patch("node", node, Object{"name": "mine"})
	servertest.Equal(t, []any{got["name"], got["more"], got["edited"]}, `["mine",1,true]`)
	c.Patch("node", node, Object{"name": "again"})
	if len(seen) != 1 {
		t.Errorf("the hook saw %v", seen)
	}
}

func TestRequests(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	c.CreateMinimal("node", nil)
	c.Server.ClearRequests()
	node := c.CreateMinimal("node", Object{"name": "x", "type": "self_hosted"})
	c.Do("GET", servertest.Paths["node"]+"?name=x&page=1", nil)
	c.Do("DELETE", c.Path("node", node), nil)
	c.Do("GET", "/nothing", nil)
	remove := c.Server.Fail(refserver.Fault{Drop: refserver.DropAfter})
	c.Attempt("GET", servertest.Paths["alert"], nil)
	remove()

	requests := c.Server.Requests()
	var got []string
	for _, r := range requests {
		got = append(got, fmt.Sprint(r.Method, " ", r.Path, " ", r.Query.Encode(), " ", r.Status))
		if r.Header.Get("Authorization") != "" || r.Header.Get("User-Agent") == "" {
			t.Errorf("the headers are %v", r.Header)
		}
	}
	servertest.Equal(t, got, servertest.JSON(t, []string{
		"POST " + servertest.Paths["node"] + "  201",
		"GET " + servertest.Paths["node"] + " name=x&page=1 200",
		"DELETE " + c.Path("node", node) + "  204",
		"GET /nothing  404",
		"GET " + servertest.Paths["alert"] + "  0",
	}))
	servertest.Equal(t, string(requests[0].Body), servertest.JSON(t, `{"name":"x","type":"self_hosted"}`))
	for r := range c.Server.AllRequests() {
		if r.Method == "POST" {
			break // The log must allow this.
		}
	}
	for _, server := range []*refserver.Server{c.Server, servertest.Start(t, refserver.Options{NoRequestLog: true})} {
		server.ClearRequests()
		if left := server.Requests(); len(left) > 0 {
			t.Errorf("after clearing: %v", left)
		}
	}
}

// TestLogIsBounded checks that the request log drops its oldest requests if it contains too many requests, or if the total size of their
// bodies, paths, queries or headers is too large.
func TestLogIsBounded(t *testing.T) {
	long, tooLong := strings.Repeat("/", 900_000), strings.Repeat("x", refserver.LoggedBytes+1)
	for name, test := range map[string]struct {
		sent, least, most int
		change            func(r *http.Request)
	}{
		"number":  {10_005, 10_000, 10_000, func(*http.Request) {}},
		"bodies":  {100, 70, 74, func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader(long)) }},
		"paths":   {100, 70, 74, func(r *http.Request) { r.URL.Path += long }},
		"queries": {100, 70, 74, func(r *http.Request) { r.URL.RawQuery = long }},
		"names":   {100, 70, 74, func(r *http.Request) { r.Header[long] = nil }},
		"headers": {100, 70, 74, func(r *http.Request) { r.Header.Set("X-Long", long) }},
		"last":    {3, 1, 1, func(r *http.Request) { r.URL.RawQuery = tooLong }},
	} {
		server := servertest.Start(t, refserver.Options{})
		for i := range test.sent {
			r := httptest.NewRequestWithContext(t.Context(), "POST", fmt.Sprint("/", i), nil)
			r.Header.Set("Authorization", "Service "+server.AccessID()+" "+server.SecretKey())
			test.change(r)
			server.ServeHTTP(httptest.NewRecorder(), r)
		}
		requests := server.Requests()
		n := len(requests)
		first, last := strings.TrimRight(requests[0].Path, "/"), strings.TrimRight(requests[n-1].Path, "/")
		if n < test.least || n > test.most || first != fmt.Sprint("/", test.sent-n) || last != fmt.Sprint("/", test.sent-1) {
			t.Errorf("%s: %d requests, from %s to %s", name, n, first, last)
		}
	}
}
