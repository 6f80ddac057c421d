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

func impatient(cfg *engine.Config) { cfg.RequestTimeout = 2 * time.Second }

// A read, an update and a delete succeed even if the first request fails. A create never makes two objects. It succeeds too, unless the
// client can't know whether the object in the engine's list is older than the create.
func TestFaultsAreSurvived(t *testing.T) {
	operations := map[string]func(ctx context.Context, client *engine.Client, key string) error{
		http.MethodPost: func(ctx context.Context, client *engine.Client, _ string) error {
			return enginetest.ErrorOf(client.Create(ctx, engine.Alerts, alert("b")))
		},
		http.MethodGet: func(ctx context.Context, client *engine.Client, key string) error {
			return enginetest.ErrorOf(client.Read(ctx, engine.Alerts, key))
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
	now := http.Header{"Retry-After": {"0"}}
	for name, fault := range map[string]refserver.Fault{
		"429":            {Status: 429, Header: now},
		"503":            {Status: 503, Body: `{"detail":"Later."}`},
		"503 with time":  {Status: 503, Header: now},
		"503 of a proxy": {Status: 503, Body: "upstream"},
		"dropped before": {Drop: refserver.DropBefore},
		"dropped after":  {Drop: refserver.DropAfter},
		"cut":            {CutBody: true},
		"too slow":       {Delay: time.Hour},
	} {
		for method, operate := range operations {
			if name == "cut" && method == http.MethodDelete {
				continue // The reply has no body that could be cut.
			}
			t.Run(name+" "+method, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					client, server := start(t, refserver.Options{}, impatient)
					key := id(t, create(t, client, engine.Alerts, alert("a")))
					fault.Method, fault.Times = method, 1
					server.Fail(fault)
					err := operate(t.Context(), client, key)
					var unknown *engine.UnknownOutcomeError
					isOpen := method == http.MethodPost && slices.Contains([]string{"dropped after", "cut", "too slow"}, name)
					if errors.As(err, &unknown) != isOpen || (err != nil) != isOpen {
						t.Errorf("the error is %v", err)
					}
					if got := len(server.Objects("alert")); method == http.MethodPost && got != 2 {
						t.Errorf("there are %d alerts, want 2", got)
					}
				})
			})
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
