// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// readAll reads objects ten at once and wants each to be as the engine has it.
func readAll(t *testing.T, client *engine.Client, col engine.Collection, want []engine.Document) {
	t.Helper()
	queue := make(chan engine.Document)
	var workers sync.WaitGroup
	for range 10 {
		workers.Go(func() {
			for doc := range queue {
				got, err := client.ReadShared(t.Context(), col, fmt.Sprint(doc["id"]))
				if err != nil || !reflect.DeepEqual(got, doc) {
					t.Errorf("read %v, error %v; want %v", got, err, doc)
				}
			}
		})
	}
	for _, doc := range want {
		queue <- doc
	}
	close(queue)
	workers.Wait()
}

// kinds gives for each kind a document to create, once the objects are there that it refers to.
func kinds(t *testing.T, client *engine.Client) map[engine.Collection]engine.Document {
	t.Helper()
	dashboard := id(t, create(t, client, engine.Dashboards, engine.Document{"name": "owner"}))
	tab := id(t, create(t, client, engine.Tabs, engine.Document{"name": "owner", "dashboard": dashboard}))
	owner := id(t, create(t, client, algorithms, algorithm("owner")))
	return map[engine.Collection]engine.Document{
		engine.Dashboards:              {"name": "a"},
		engine.Tabs:                    {"name": "a", "dashboard": dashboard, "order": 1},
		engine.Widgets:                 {"name": "a", "tab": tab, "type": "line", "width": 3},
		algorithms:                     algorithm("a"),
		engine.Components("connector"): algorithm("a"),
		engine.Routines: {
			"name": "a", "component_id": owner, "type": "inference", "config": []any{}, "input": []any{}, "output": []any{},
		},
		engine.Alerts:    alert("a"),
		engine.Nodes:     {"name": "a", "type": "self_hosted"},
		engine.Functions: {"name": "a"},
	}
}

func TestBulkReadsOfEveryKind(t *testing.T) {
	client, server := start(t, refserver.Options{}, nil)
	for col, doc := range kinds(t, client) {
		t.Run(fmt.Sprintf("%+v", col), func(t *testing.T) {
			var want []engine.Document
			for range 50 {
				want = append(want, create(t, client, col, doc))
			}
			server.ClearRequests()
			readAll(t, client, col, want)
			if got := len(server.Requests()); got != 2 {
				t.Errorf("50 reads took %d requests, want 2", got)
			}
		})
	}
}

// TestWritesDropTheList makes each write after objects were answered from their list.
func TestWritesDropTheList(t *testing.T) {
	tests := map[string]struct {
		col   engine.Collection
		write func(ctx context.Context, client *engine.Client, doc engine.Document) error
	}{
		"update": {engine.Alerts, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			_, err := client.Update(ctx, engine.Alerts, fmt.Sprint(doc["id"]), engine.Document{"name": "b"})
			return err
		}},
		"delete": {engine.Alerts, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			return client.Delete(ctx, engine.Alerts, fmt.Sprint(doc["id"]))
		}},
		"delete of the owner": {engine.Tabs, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			return client.Delete(ctx, engine.Dashboards, fmt.Sprint(doc["dashboard"]))
		}},
		"delete of the component": {engine.Routines, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			_, err := client.DeleteComponent(ctx, algorithms, fmt.Sprint(doc["component_id"]))
			return err
		}},
		"start": {algorithms, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			_, err := client.Start(ctx, algorithms, fmt.Sprint(doc["id"]))
			return err
		}},
		"set": {algorithms, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			_, err := client.SetComponent(ctx, algorithms, fmt.Sprint(doc["id"]), engine.Document{"version": "2"}, nil)
			return err
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, _ := start(t, refserver.Options{}, nil)
			doc := kinds(t, client)[test.col]
			var all []engine.Document
			for range 5 {
				all = append(all, create(t, client, test.col, doc))
			}
			readAll(t, client, test.col, all)
			if err := test.write(t.Context(), client, all[4]); err != nil {
				t.Fatal(err)
			}
			key := id(t, all[4])
			shared, err := client.ReadShared(t.Context(), test.col, key)
			fresh, freshErr := client.Read(t.Context(), test.col, key)
			if !reflect.DeepEqual(shared, fresh) || engine.IsNotFound(err) != engine.IsNotFound(freshErr) {
				t.Errorf("read %v, error %v; want %v, error %v", shared, err, fresh, freshErr)
			}
			if reflect.DeepEqual(fresh, all[4]) {
				t.Error("the write changed nothing")
			}
		})
	}
}

// TestReadersSeeTheirWrites has many writers of one kind: each reads what it wrote, while others' reads fetch the list.
func TestReadersSeeTheirWrites(t *testing.T) {
	t.Parallel()
	client, _ := start(t, refserver.Options{}, nil)
	var all []string
	for n := range 8 {
		all = append(all, id(t, create(t, client, engine.Alerts, alert(fmt.Sprint(n)))))
	}
	var workers sync.WaitGroup
	for _, key := range all {
		workers.Go(func() {
			for n := range 60 {
				if n%6 == 0 {
					if _, err := client.Update(t.Context(), engine.Alerts, key, engine.Document{"rate_value": n + 1}); err != nil {
						t.Error(err)
					}
				}
				doc, err := client.ReadShared(t.Context(), engine.Alerts, key)
				if want := json.Number(fmt.Sprint(n - n%6 + 1)); err != nil || doc["rate_value"] != want {
					t.Errorf("the rate value is %v, error %v; want %s", doc["rate_value"], err, want)
				}
			}
		})
	}
	workers.Wait()
}

// TestBulkReadsWhileTheListChanges has another client delete and create objects between the pages, so that objects move
// from page to page. None is read wrong.
func TestBulkReadsWhileTheListChanges(t *testing.T) {
	t.Parallel()
	client, server := start(t, refserver.Options{}, nil)
	var all []engine.Document
	for n := range 650 {
		all = append(all, create(t, client, engine.Nodes, engine.Document{"name": fmt.Sprint(n), "type": "self_hosted"}))
	}
	rivals := make(chan engine.Document, 24)
	for _, doc := range all[:cap(rivals)] {
		rivals <- doc
	}
	defer server.Before(func(r *http.Request) {
		page := r.URL.Query().Get("page")
		if page == "" || page == "1" {
			return
		}
		for range 4 {
			if err := server.Remove("node", fmt.Sprint((<-rivals)["id"])); err != nil {
				t.Error(err)
			}
		}
	})()
	server.ClearRequests()
	left := all[cap(rivals):]
	readAll(t, client, engine.Nodes, left)
	requests := len(server.Requests())
	t.Logf("%d reads took %d requests", len(left), requests)
	if requests > len(left)/5 {
		t.Errorf("%d reads took %d requests", len(left), requests)
	}
	for _, doc := range all[:4] {
		if _, err := client.ReadShared(t.Context(), engine.Nodes, id(t, doc)); err != nil && !engine.IsNotFound(err) {
			t.Error(err)
		}
	}
}

func TestBulkReadsAndFaults(t *testing.T) {
	t.Parallel()
	client, server := start(t, refserver.Options{}, impatient)
	var all []engine.Document
	for n := range 250 {
		all = append(all, create(t, client, engine.Nodes, engine.Document{"name": fmt.Sprint(n), "type": "self_hosted"}))
	}
	for _, fault := range []refserver.Fault{
		{Status: http.StatusServiceUnavailable}, {Drop: refserver.DropAfter}, {CutBody: true},
	} {
		fault.Match = func(r *http.Request) bool { return r.URL.Query().Has("page") }
		fault.Times = 1
		defer server.Fail(fault)()
	}
	server.ClearRequests()
	readAll(t, client, engine.Nodes, all)
	if got := len(server.Requests()); got != 3+3+3 {
		t.Errorf("250 reads took %d requests, want 3 objects, 3 pages and 3 failures", got)
	}
}
