// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// operations maps each operation to a client call that performs it. The object's id is always "7".
var operations = map[operation]func(context.Context, *Client, Collection) error{
	opCreate: func(ctx context.Context, c *Client, col Collection) error {
		_, err := c.Create(ctx, col, Document{"name": "a"})
		return err
	},
	opList: func(ctx context.Context, c *Client, col Collection) error {
		for _, err := range c.List(ctx, col, nil) {
			return err
		}
		return nil
	},
	opRead: func(ctx context.Context, c *Client, col Collection) error {
		_, err := c.Read(ctx, col, "7")
		return err
	},
	opUpdate: func(ctx context.Context, c *Client, col Collection) error {
		_, err := c.Update(ctx, col, "7", Document{"name": "b"})
		return err
	},
	opDelete: func(ctx context.Context, c *Client, col Collection) error { return c.Delete(ctx, col, "7") },
	opStart: func(ctx context.Context, c *Client, col Collection) error {
		_, err := c.Start(ctx, col, "7")
		return err
	},
	opStop: func(ctx context.Context, c *Client, col Collection) error {
		_, err := c.Stop(ctx, col, "7")
		return err
	},
}

// respondToAll returns a handler that accepts every request. It responds to a list request with an empty page, and to any other request
// with the request's JSON object plus an id.
func respondToAll(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Query().Has("page") {
			respond(t, w, http.StatusOK, `{"count":0,"next":null,"previous":null,"results":[]}`)
			return
		}
		respondWithObject(t, w, r, http.StatusOK)
	}
}

// TestDocumentedPaths checks that the first request of each operation uses the URL path in the interface document (sections 4.1 to 4.8, and
// section 2 of "Wire shapes").
func TestDocumentedPaths(t *testing.T) {
	// The fields after base contain the suffixes of the paths for the operations. For example, the path for reading a dashboard is
	// "/v3/engine/" + base + read. Because the test skips an operation if its field is "", the string "#" stands for an empty suffix.
	type paths struct {
		col                                                Collection
		base, create, list, read, update, del, start, stop string
	}
	tests := []paths{
		{col: Dashboards, base: "dashboard/dashboards", create: "/", list: "/", read: "/7/", update: "/7/", del: "/7/"},
		{col: Tabs, base: "dashboard/tabs", create: "/", list: "/", read: "/7", update: "/7/", del: "/7/"},
		{col: Widgets, base: "dashboard/charts", create: "/", list: "/", read: "/7/", update: "/7/", del: "/7/"},
		{
			col: Components("algorithm"), base: "component/algorithm", create: "s/", list: "#", read: "/7", update: "/7", del: "/7",
			start: "/7/start/", stop: "/7/stop/",
		},
		{col: Components("connector"), base: "component/connector", create: "s/", update: "/7"},
		{col: Components(""), base: "component", list: "#"},
		{col: Routines, base: "component/routines", create: "/", list: "/", read: "/7", update: "/7", del: "/7"},
		{col: Alerts, base: "alert/alerts", create: "/", list: "/", read: "/7/", update: "/7/", del: "/7/"},
		{col: AlertEvents("9"), base: "alert/alerts/9/events", list: "/"},
		{col: AllAlertEvents, base: "alert/events", list: "/"},
		{col: Nodes, base: "compute/nodes/all", create: "/", list: "/", read: "/7/", update: "/7/", del: "/7/"},
		{col: Functions, base: "function/functions", create: "/", list: "/", read: "/7/", update: "/7/", del: "/7/"},
		{col: plain("asset/assets/"), base: "asset/assets", create: "/", list: "/", update: "/7/", del: "/7/"},
		{col: plain("/a/b/c d"), base: "a/b/c%20d", read: "/7/"},
	}
	tried := map[string]bool{}
	for _, test := range tests {
		for op, request := range map[operation]struct{ method, path, query string }{
			opCreate: {method: "POST", path: test.create},
			opList:   {method: "GET", path: test.list, query: "?page=1&page_size=100"},
			opRead:   {method: "GET", path: test.read},
			opUpdate: {method: "PATCH", path: test.update},
			opDelete: {method: "DELETE", path: test.del},
			opStart:  {method: "POST", path: test.start},
			opStop:   {method: "POST", path: test.stop},
		} {
			if request.path == "" {
				continue
			}
			tried[test.col.kind+" "+string(op)] = true
			if (address{op: op, col: test.col}).isOfAllTypes() {
				tried[test.col.kind+" of all types"] = true
			}
			want := request.method + " /v3/engine/" + test.base + strings.TrimSuffix(request.path, "#") + request.query
			t.Run(want, func(t *testing.T) {
				c, log := record(t, respondToAll(t))
				must(t, operations[op](t.Context(), c, test.col))
				if got := log.take(); !slices.Equal(got, []string{want}) {
					t.Errorf("the requests are %q", got)
				}
			})
		}
	}
	for name, declared := range kinds {
		if declared.listsAllTypes && !tried[name+" of all types"] {
			t.Errorf("no test lists %s of all types", name)
		}
		for op := range declared.documented {
			if !tried[name+" "+string(op)] {
				t.Errorf("no test has the operation %s of %s", op, name)
			}
		}
	}
}

// TestOperationsWithoutARouteAreRejected checks that the client sends no request for an undocumented operation, such as updating an event.
func TestOperationsWithoutARouteAreRejected(t *testing.T) {
	c, log := record(t, respondToAll(t))
	for col, ops := range map[Collection][]operation{
		Components(""):          {opCreate, opRead, opUpdate, opDelete, opStart, opStop},
		AllAlertEvents:          {opDelete},
		AlertEvents("9"):        {opUpdate},
		Alerts:                  {opStart},
		Components("routine"):   {opCreate},
		Components("routines"):  {opRead},
		Components("component"): {opCreate},
		Components("objects"):   {opUpdate},
		Components("../alert"):  {opList},
		AlertEvents(""):         {opList},
		{}:                      {opList},
	} {
		for _, op := range ops {
			if err := operations[op](t.Context(), c, col); err == nil {
				t.Errorf("%s %+v: no error", op, col)
			}
		}
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}

func TestIdsStayInTheirCollection(t *testing.T) {
	c, log := record(t, respondToAll(t))
	for _, id := range []string{"", ".", "..", "a/b", "../../alert/alerts/1", `a\b`, "a\x00b", "a\nb"} {
		if _, err := c.Read(t.Context(), Nodes, id); err == nil {
			t.Errorf("Read of %q: no error", id)
		}
		if err := c.Delete(t.Context(), Nodes, id); err == nil {
			t.Errorf("Delete of %q: no error", id)
		}
	}
	if got := log.take(); got != nil {
		t.Fatalf("requests were sent: %q", got)
	}
	escaped := map[string]string{
		"a?b=c": "a%3Fb=c", "a#b": "a%23b", "a%2Fb": "a%252Fb", "a b": "a%20b", "ä": "%C3%A4", "...": "...", "a;b": "a%3Bb",
	}
	for id, want := range escaped {
		if _, err := c.Read(t.Context(), Nodes, id); err != nil {
			t.Errorf("Read of %q: %v", id, err)
		}
		request := "GET /v3/engine/compute/nodes/all/" + want + "/"
		if got := log.take(); !slices.Equal(got, []string{request}) {
			t.Errorf("the requests for %q are %q, want %q", id, got, request)
		}
	}
}

func TestBaseURLKeepsItsPath(t *testing.T) {
	for _, path := range []string{"/site", "/site/", "/a%2Fb//"} {
		log := &requestLog{}
		_, server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			log.add(r.RequestURI)
			respondWithObject(t, w, r, http.StatusOK)
		})
		c := newClient(t, testConfig(server.URL+path))
		must(t, errorOf(c.Read(t.Context(), Nodes, "a%b")))
		prefix := map[string]string{"/site": "/site", "/site/": "/site", "/a%2Fb//": "/a%2Fb"}[path]
		want := prefix + "/v3/engine/compute/nodes/all/a%25b/"
		if got := log.take(); !slices.Equal(got, []string{want}) {
			t.Errorf("the requests below %s are %q, want %q", path, got, want)
		}
	}
}

// TestMergedArrays checks which arrays MergedArrays returns for functions and alerts, and that callers may modify the result.
func TestMergedArrays(t *testing.T) {
	for range 2 {
		if got := Functions.MergedArrays(); !maps.Equal(got, map[string]string{"function_items": "deleted"}) {
			t.Errorf("those of functions are %v", got)
		}
		clear(Functions.MergedArrays())
	}
	if got := Alerts.MergedArrays(); len(got) > 0 {
		t.Errorf("those of alerts are %v, want none", got)
	}
}

func plain(path string) Collection {
	col, _ := Plain(path)
	return col
}

// TestPlainPaths checks that Plain rejects paths that could escape /v3/engine/. Plain must ignore leading and trailing slashes, as in
// "/tag/tags/".
func TestPlainPaths(t *testing.T) {
	for _, path := range []string{
		"", "/", "https://other.example/asset", "//other.example/asset", "asset//assets", "asset/../../admin", "..", ".", "asset/./assets",
		"asset/..;/admin", "asset/..;a=1/admin", "asset;a=1/assets", "asset/\uff0e\uff0e/assets", "asset/\u00e4", "asset/assets?name=a",
		"asset/assets#a", "asset%2f..", "asset\\assets", "asset/assets\n", "asset/ assets",
	} {
		if col, err := Plain(path); err == nil && path != "//other.example/asset" {
			t.Errorf("%q is taken as %q", path, col.Path())
		}
		c, log := record(t, respondToAll(t))
		if _, err := c.Read(t.Context(), Collection{kind: plainKind, segment: path}, "7"); err == nil || len(log.take()) > 0 {
			t.Errorf("%q is requested (%v)", path, err)
		}
	}
	if plain("asset/assets/") != plain("asset/assets") || plain("asset/assets") == plain("tag/tags") {
		t.Error("collections are the same that differ, or the other way")
	}
}

func TestPlainCollectionsHaveAStyleEach(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v3/engine/a/7" || r.URL.Path == "/v3/engine/b/7/" {
			respondWithObject(t, w, r, http.StatusOK)
			return
		}
		respond(t, w, http.StatusNotFound, `{"detail":"Not found."}`)
	})
	for _, path := range []string{"a", "b", "a", "b"} {
		if _, err := c.Read(t.Context(), plain(path), "7"); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := log.take(); len(got) > 6 {
		t.Errorf("the requests are %q", got)
	}
}
