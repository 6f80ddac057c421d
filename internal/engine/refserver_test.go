// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

var (
	start  = enginetest.StartInMemory
	create = enginetest.Create
	id     = enginetest.ID
	alert  = enginetest.Alert
)

// Creating, reading, updating, listing and deleting an object takes one request each.
func TestLifeOfEveryKind(t *testing.T) {
	client, server := start(t, refserver.Options{}, nil)
	tried := map[string]bool{}
	for col, doc := range enginetest.Documents(t, client) {
		tried[col.String()] = true
		t.Run(fmt.Sprintf("%+v", col), func(t *testing.T) {
			ctx := t.Context()
			server.ClearRequests()
			created := create(t, client, col, doc)
			key := id(t, created)
			read, err := client.Read(ctx, col, key)
			if err != nil || !reflect.DeepEqual(read, created) {
				t.Fatalf("read %v, error %v; created %v", read, err, created)
			}
			updated, err := client.Update(ctx, col, key, engine.Document{"name": "b"})
			if err != nil || updated["name"] != "b" {
				t.Fatalf("updated %v, error %v", updated, err)
			}
			listed := 0
			for doc, err := range client.List(ctx, col, url.Values{"name": {"b"}}) {
				if err != nil || doc["id"] != key {
					t.Fatalf("listed %v, error %v", doc, err)
				}
				listed++
			}
			if listed != 1 {
				t.Errorf("the list has %d objects of this name, want 1", listed)
			}
			enginetest.Must(t, client.Delete(ctx, col, key))
			if got := server.Requests(); len(got) != 5 {
				t.Errorf("5 operations took %d requests: the first style of each path is answered", len(got))
			}
			if _, err := client.Read(ctx, col, key); !engine.IsNotFound(err) {
				t.Errorf("a read of what was deleted gives %v", err)
			}
			if err := client.Delete(ctx, col, key); err != nil {
				t.Errorf("a second delete gives %v", err)
			}
		})
	}
	for _, written := range table.Tables() {
		if !tried[written.Kind] {
			t.Errorf("Documents has none of a %s", written.Kind)
		}
	}
}

// The engine refuses to update a component that is active.
func TestStartAndStop(t *testing.T) {
	client, _ := start(t, refserver.Options{}, nil)
	col := engine.Components("algorithm")
	key := id(t, create(t, client, col, enginetest.Component("a")))
	started, err := client.Start(t.Context(), col, key)
	if err != nil || started["deployment_active"] != true {
		t.Fatalf("started %v, error %v", started, err)
	}
	_, err = client.Update(t.Context(), col, key, engine.Document{"name": "b"})
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusConflict || refused.RequestID == "" {
		t.Errorf("an update of an active component gives %v", err)
	}
	stopped, err := client.Stop(t.Context(), col, key)
	if err != nil || stopped["deployment_active"] != false {
		t.Fatalf("stopped %v, error %v", stopped, err)
	}
}

// faults are ways in which the reference server can fail one request. If isUnknown is true, a create with this fault must return an
// UnknownOutcomeError. The client then cannot know whether an object in the engine's list is older than the create.
var faults = map[string]struct {
	fault     refserver.Fault
	isUnknown bool
}{
	"429":            {fault: refserver.Fault{Status: 429, Header: http.Header{"Retry-After": {"0"}}}},
	"503":            {fault: refserver.Fault{Status: 503, Body: `{"detail":"Later."}`}},
	"503 with time":  {fault: refserver.Fault{Status: 503, Header: http.Header{"Retry-After": {"0"}}}},
	"503 of a proxy": {fault: refserver.Fault{Status: 503, Body: "upstream"}},
	"dropped before": {fault: refserver.Fault{Drop: refserver.DropBefore}},
	"dropped after":  {fault: refserver.Fault{Drop: refserver.DropAfter}, isUnknown: true},
	"cut":            {fault: refserver.Fault{CutBody: true}, isUnknown: true},
	"too slow":       {fault: refserver.Fault{Delay: time.Hour}, isUnknown: true},
}

// inBubble runs a subtest in which waits take no real time.
func inBubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

func impatient(cfg *engine.Config) { cfg.RequestTimeout = 2 * time.Second }

// A read, an update and a delete succeed even if the first request fails, for example with 503.
func TestFaultsAreSurvived(t *testing.T) {
	operations := map[string]func(context.Context, *engine.Client, string) error{
		http.MethodGet: func(ctx context.Context, client *engine.Client, key string) error {
			_, err := client.Read(ctx, engine.Alerts, key)
			return err
		},
		http.MethodPatch: func(ctx context.Context, client *engine.Client, key string) error {
			updated, err := client.Update(ctx, engine.Alerts, key, engine.Document{"name": "b"})
			if err == nil && updated["name"] != "b" {
				return fmt.Errorf("the name is %v", updated["name"])
			}
			return err
		},
		http.MethodDelete: func(ctx context.Context, client *engine.Client, key string) error {
			return client.Delete(ctx, engine.Alerts, key)
		},
	}
	for name, test := range faults {
		for method, operate := range operations {
			if name == "cut" && method == http.MethodDelete {
				continue // The reply has no body that could be cut.
			}
			inBubble(t, name+" "+method, func(t *testing.T) {
				client, server := start(t, refserver.Options{}, impatient)
				key := id(t, create(t, client, engine.Alerts, alert("a")))
				fault := test.fault
				fault.Method, fault.Times = method, 1
				defer server.Fail(fault)()
				enginetest.Check(t, operate(t.Context(), client, key))
			})
		}
	}
}

// After a create whose first request failed, for example with a lost reply, exactly one alert exists.
func TestACreateIsNeverDoneTwice(t *testing.T) {
	for name, test := range faults {
		inBubble(t, name, func(t *testing.T) {
			client, server := start(t, refserver.Options{}, impatient)
			fault := test.fault
			fault.Method, fault.Times = http.MethodPost, 1
			defer server.Fail(fault)()
			_, err := client.Create(t.Context(), engine.Alerts, alert("a"))
			var unknown *engine.UnknownOutcomeError
			if got := errors.As(err, &unknown); got != test.isUnknown || (err != nil) != test.isUnknown {
				t.Errorf("the error is %v", err)
			}
			if got := len(server.Objects("alert")); got != 1 {
				t.Errorf("there are %d alerts, want 1", got)
			}
		})
	}
}

// The interface document lists the fields "mute" and "stmt_operator" only for updates. If the engine refuses a create with them, the first
// create takes three requests, and the second takes two.
func TestUpdateOnlyFields(t *testing.T) {
	const refuses = "strict-create-refuse"
	for _, habits := range [][]string{nil, {"strict-create-ignore"}, {refuses}} {
		client, server := start(t, refserver.Options{Habits: habits}, nil)
		doc := alert("a")
		doc["mute"], doc["stmt_operator"] = true, "gt"
		for n := range 2 {
			create(t, client, engine.Alerts, doc)
			requests := 1
			if slices.Contains(habits, refuses) {
				requests = 3 - n // The second create leaves the refused fields out of its first request.
			}
			if got := len(server.Requests()); got != requests {
				t.Errorf("habits %v: create %d took %d requests, want %d", habits, n+1, got, requests)
			}
			server.ClearRequests()
		}
	}
}

func TestFieldErrors(t *testing.T) {
	client, _ := start(t, refserver.Options{}, nil)
	doc := alert("a")
	doc["severity"] = "SEV9"
	doc["alert_items"] = []any{
		engine.Document{"ref_id": "A", "type": "QUERY"}, engine.Document{"ref_id": "too long", "type": "QUERY"},
	}
	_, err := client.Create(t.Context(), engine.Alerts, doc)
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
		t.Fatalf("the error is %v", err)
	}
	var paths []string
	for _, field := range refused.Fields {
		paths = append(paths, fmt.Sprint(field.Path))
	}
	if want := []string{"[alert_items 1 ref_id]", "[severity]"}; !slices.Equal(paths, want) {
		t.Errorf("the fields are %v, want %v", paths, want)
	}
}

func TestWrongCredentials(t *testing.T) {
	client, _ := start(t, refserver.Options{}, func(cfg *engine.Config) { cfg.SecretKey += "x" })
	_, err := client.Read(t.Context(), engine.Alerts, "7")
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized {
		t.Errorf("the error is %v", err)
	}
}

// List returns each of 250 objects exactly once, from three pages, even if the reply with the second page is cut off.
func TestListOfManyPages(t *testing.T) {
	client, server := start(t, refserver.Options{}, nil)
	var want []string
	for n := range 250 {
		want = append(want, id(t, create(t, client, engine.Nodes, engine.Document{"name": fmt.Sprint(n), "type": "self_hosted"})))
	}
	slices.Sort(want)
	for _, cut := range []int{0, 1} {
		server.ClearRequests()
		if cut > 0 {
			isSecond := func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" }
			server.Fail(refserver.Fault{Match: isSecond, CutBody: true, Times: cut})
		}
		var got []string
		for doc, err := range client.List(t.Context(), engine.Nodes, nil) {
			enginetest.Must(t, err)
			got = append(got, id(t, doc))
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("the list has %d objects, want the %d that were created", len(got), len(want))
		}
		if requests := len(server.Requests()); requests != 3+cut {
			t.Errorf("250 objects took %d requests, want %d", requests, 3+cut)
		}
	}
}

func TestManyWorkersAndFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := start(t, refserver.Options{FaultRate: 0.2, Seed: 7}, nil)
		var unknown atomic.Int32
		var workers sync.WaitGroup
		for n := range 20 {
			workers.Go(func() {
				err := live(t.Context(), client, fmt.Sprintf("a%d", n))
				var lost *engine.UnknownOutcomeError
				if errors.As(err, &lost) {
					unknown.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		workers.Wait()
		if left := len(server.Objects("alert")); left > int(unknown.Load()) {
			t.Errorf("%d alerts are left, want at most the %d of unknown outcome", left, unknown.Load())
		}
	})
}

func live(ctx context.Context, client *engine.Client, name string) error {
	created, err := client.Create(ctx, engine.Alerts, alert(name))
	if err != nil {
		return err
	}
	key := fmt.Sprint(created["id"])
	if _, err := client.Update(ctx, engine.Alerts, key, engine.Document{"mute": true}); err != nil {
		return err
	}
	doc, err := client.Read(ctx, engine.Alerts, key)
	if err != nil {
		return err
	}
	if doc["mute"] != true || doc["name"] != name {
		return fmt.Errorf("read name %v and mute %v", doc["name"], doc["mute"])
	}
	return client.Delete(ctx, engine.Alerts, key)
}

// Plain("asset/assets") returns a collection of objects that can be created, read and deleted. An id from this collection means nothing in
// another collection.
func TestLifeInAPlainCollection(t *testing.T) {
	client, server := start(t, refserver.Options{Collections: []string{"asset/assets", "tag/tags"}}, nil)
	col, err := engine.Plain("asset/assets/")
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	key := id(t, create(t, client, col, engine.Document{"name": "Pump 1", "settings": engine.Document{"a": "x"}, "parent": nil}))
	updated, err := client.Update(ctx, col, key, engine.Document{"settings": engine.Document{"b": "y"}})
	if err != nil || !reflect.DeepEqual(updated["settings"], engine.Document{"b": "y"}) || updated["name"] != "Pump 1" {
		t.Errorf("updated %v, error %v", updated, err)
	}
	for doc, err := range client.List(ctx, col, url.Values{"name": {"Pump 2"}}) {
		t.Errorf("listed %v, error %v", doc, err)
	}
	if _, err := client.Create(ctx, col, engine.Document{"name": "Pump 2"}); err != nil || len(server.Objects("asset/assets")) != 2 {
		t.Errorf("the server has %v (%v)", server.Objects("asset/assets"), err)
	}
	enginetest.Check(t, client.Delete(ctx, col, key))
	if _, err := client.ReadAgain(ctx, col, key); !engine.IsGone(err) {
		t.Errorf("it is not proven to be gone: %v", err)
	}
	if other, _ := engine.Plain("attribute/attributes"); client.Delete(ctx, other, key) == nil {
		t.Error("an object of a collection that the engine does not have is said to be deleted")
	}
}
