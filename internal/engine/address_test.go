// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"testing"
)

// operations does everything that a collection of objects allows.
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

// answerAll answers every request so that the client is content.
func answerAll(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Query().Has("page") {
			answer(t, w, http.StatusOK, `{"count":0,"next":null,"previous":null,"results":[]}`)
			return
		}
		answerObject(t, w, r, http.StatusOK)
	}
}

// The tables of interface sections 4.1 to 4.8 and of wire shapes section 2, line by line.
func TestFirstRequestIsTheOneOfTheDocuments(t *testing.T) {
	const page = "?page=1&page_size=100"
	tests := []struct {
		col     Collection
		op      operation
		request string
	}{
		{Dashboards, opCreate, "POST /v3/engine/dashboard/dashboards/"},
		{Dashboards, opList, "GET /v3/engine/dashboard/dashboards/" + page},
		{Dashboards, opRead, "GET /v3/engine/dashboard/dashboards/7/"},
		{Dashboards, opUpdate, "PATCH /v3/engine/dashboard/dashboards/7/"},
		{Dashboards, opDelete, "DELETE /v3/engine/dashboard/dashboards/7/"},
		{Tabs, opCreate, "POST /v3/engine/dashboard/tabs/"},
		{Tabs, opList, "GET /v3/engine/dashboard/tabs/" + page},
		{Tabs, opRead, "GET /v3/engine/dashboard/tabs/7"},
		{Tabs, opUpdate, "PATCH /v3/engine/dashboard/tabs/7/"},
		{Tabs, opDelete, "DELETE /v3/engine/dashboard/tabs/7/"},
		{Widgets, opCreate, "POST /v3/engine/dashboard/charts/"},
		{Widgets, opList, "GET /v3/engine/dashboard/charts/" + page},
		{Widgets, opRead, "GET /v3/engine/dashboard/charts/7/"},
		{Widgets, opUpdate, "PATCH /v3/engine/dashboard/charts/7/"},
		{Widgets, opDelete, "DELETE /v3/engine/dashboard/charts/7/"},
		{Components("algorithm"), opCreate, "POST /v3/engine/component/algorithms/"},
		{Components("connector"), opCreate, "POST /v3/engine/component/connectors/"},
		{Components("algorithm"), opList, "GET /v3/engine/component/algorithm" + page},
		{Components(""), opList, "GET /v3/engine/component" + page},
		{Components("algorithm"), opRead, "GET /v3/engine/component/algorithm/7"},
		{Components("connector"), opUpdate, "PATCH /v3/engine/component/connector/7"},
		{Components("algorithm"), opDelete, "DELETE /v3/engine/component/algorithm/7"},
		{Components("algorithm"), opStart, "POST /v3/engine/component/algorithm/7/start/"},
		{Components("algorithm"), opStop, "POST /v3/engine/component/algorithm/7/stop/"},
		{Routines, opCreate, "POST /v3/engine/component/routines/"},
		{Routines, opList, "GET /v3/engine/component/routines/" + page},
		{Routines, opRead, "GET /v3/engine/component/routines/7"},
		{Routines, opUpdate, "PATCH /v3/engine/component/routines/7"},
		{Routines, opDelete, "DELETE /v3/engine/component/routines/7"},
		{Alerts, opCreate, "POST /v3/engine/alert/alerts/"},
		{Alerts, opList, "GET /v3/engine/alert/alerts/" + page},
		{Alerts, opRead, "GET /v3/engine/alert/alerts/7/"},
		{Alerts, opUpdate, "PATCH /v3/engine/alert/alerts/7/"},
		{Alerts, opDelete, "DELETE /v3/engine/alert/alerts/7/"},
		{AlertEvents("9"), opList, "GET /v3/engine/alert/alerts/9/events/" + page},
		{AllAlertEvents, opList, "GET /v3/engine/alert/events/" + page},
		{Nodes, opCreate, "POST /v3/engine/compute/nodes/all/"},
		{Nodes, opList, "GET /v3/engine/compute/nodes/all/" + page},
		{Nodes, opRead, "GET /v3/engine/compute/nodes/all/7/"},
		{Nodes, opUpdate, "PATCH /v3/engine/compute/nodes/all/7/"},
		{Nodes, opDelete, "DELETE /v3/engine/compute/nodes/all/7/"},
		{Functions, opCreate, "POST /v3/engine/function/functions/"},
		{Functions, opList, "GET /v3/engine/function/functions/" + page},
		{Functions, opRead, "GET /v3/engine/function/functions/7/"},
		{Functions, opUpdate, "PATCH /v3/engine/function/functions/7/"},
		{Functions, opDelete, "DELETE /v3/engine/function/functions/7/"},
		{plain("asset/assets/"), opCreate, "POST /v3/engine/asset/assets/"},
		{plain("asset/assets"), opList, "GET /v3/engine/asset/assets/" + page},
		{plain("/a/b/c d"), opRead, "GET /v3/engine/a/b/c%20d/7/"},
		{plain("tag/tags"), opUpdate, "PATCH /v3/engine/tag/tags/7/"},
		{plain("tag/tags"), opDelete, "DELETE /v3/engine/tag/tags/7/"},
	}
	tried := map[string]bool{}
	for _, test := range tests {
		tried[test.col.kind+" "+string(test.op)] = true
		if (address{op: test.op, col: test.col}).isOfAllTypes() {
			tried[test.col.kind+" of all types"] = true
		}
		t.Run(test.request, func(t *testing.T) {
			c, log := record(t, answerAll(t))
			if err := operations[test.op](t.Context(), c, test.col); err != nil {
				t.Fatal(err)
			}
			if got := log.take(); !slices.Equal(got, []string{test.request}) {
				t.Errorf("the requests are %q, want only %q", got, test.request)
			}
		})
	}
	for name, declared := range kinds {
		if declared.listsAllTypes && !tried[name+" of all types"] {
			t.Errorf("the request is not given here: list %s of all types", name)
		}
		for op := range declared.documented {
			if !tried[name+" "+string(op)] {
				t.Errorf("the request is not given here: %s %s", op, name)
			}
		}
	}
}

func TestOperationsWithoutARouteAreRefused(t *testing.T) {
	c, log := record(t, answerAll(t))
	tests := []struct {
		col Collection
		op  operation
	}{
		{Components(""), opCreate},
		{Components(""), opRead},
		{Components(""), opUpdate},
		{Components(""), opDelete},
		{Components(""), opStart},
		{Components(""), opStop},
		{AllAlertEvents, opDelete},
		{AlertEvents("9"), opUpdate},
		{Alerts, opStart},
		{Components("routine"), opCreate},
		{Components("routines"), opRead},
		{Components("component"), opCreate},
		{Components("objects"), opUpdate},
		{Components("../alert"), opList},
		{AlertEvents(""), opList},
		{Collection{}, opList},
	}
	for _, test := range tests {
		if err := operations[test.op](t.Context(), c, test.col); err == nil {
			t.Errorf("%s %s: no error", test.op, test.col)
		}
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}

func TestIdsStayInTheirCollection(t *testing.T) {
	c, log := record(t, answerAll(t))
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
			answerObject(t, w, r, http.StatusOK)
		})
		c := newClient(t, testConfig(server.URL+path))
		if _, err := c.Read(t.Context(), Nodes, "a%b"); err != nil {
			t.Fatal(err)
		}
		prefix := map[string]string{"/site": "/site", "/site/": "/site", "/a%2Fb//": "/a%2Fb"}[path]
		want := prefix + "/v3/engine/compute/nodes/all/a%25b/"
		if got := log.take(); !slices.Equal(got, []string{want}) {
			t.Errorf("the requests below %s are %q, want %q", path, got, want)
		}
	}
}

func TestCollectionsAreComparable(t *testing.T) {
	again := Components("algorithm")
	if again != Components("algorithm") || again == Components("connector") {
		t.Error("components of one type are not one collection")
	}
	names := []string{Alerts.String(), Components("algorithm").String(), Widgets.String()}
	if !slices.Equal(names, []string{"alert", "component", "widget"}) {
		t.Errorf("the names are %q", names)
	}
}

func TestMergedArrays(t *testing.T) {
	want := map[string]string{"function_items": "deleted"}
	if got := Functions.MergedArrays(); !maps.Equal(got, want) {
		t.Errorf("those of functions are %v, want %v", got, want)
	}
	clear(Functions.MergedArrays())
	if got := Functions.MergedArrays(); !maps.Equal(got, want) {
		t.Errorf("a caller changed those of functions to %v", got)
	}
	for _, col := range []Collection{Alerts, Components("algorithm"), {}} {
		if got := col.MergedArrays(); len(got) > 0 {
			t.Errorf("those of %q are %v, want none", col, got)
		}
	}
}

func plain(path string) Collection {
	col, _ := Plain(path)
	return col
}

// The path of a plain collection is a path below the root and nothing else, and the same with a slash at its end or without.
func TestPlainPaths(t *testing.T) {
	for _, path := range []string{
		"", "/", "https://other.example/asset", "//other.example/asset", "asset//assets", "asset/../../admin", "..", ".", "asset/./assets",
		"asset/..;/admin", "asset/..;a=1/admin", "asset;a=1/assets", "asset/\uff0e\uff0e/assets", "asset/\u00e4", "asset/assets?name=a", "asset/assets#a", "asset%2f..", "asset\\assets", "asset/assets\n", "asset/ assets",
	} {
		if col, err := Plain(path); err == nil && path != "//other.example/asset" {
			t.Errorf("%q is taken as %q", path, col.Path())
		}
		c, log := record(t, answerAll(t))
		if _, err := c.Read(t.Context(), Collection{kind: plainKind, segment: path}, "7"); err == nil || len(log.take()) > 0 {
			t.Errorf("%q is asked for (%v)", path, err)
		}
	}
	if plain("asset/assets/") != plain("asset/assets") || plain("asset/assets") == plain("tag/tags") {
		t.Error("collections are the same that differ, or the other way")
	}
}

// What is known of one plain collection is not believed of another.
func TestPlainCollectionsHaveAStyleEach(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v3/engine/a/7" || r.URL.Path == "/v3/engine/b/7/" {
			answerObject(t, w, r, http.StatusOK)
			return
		}
		answer(t, w, http.StatusNotFound, `{"detail":"Not found."}`)
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
