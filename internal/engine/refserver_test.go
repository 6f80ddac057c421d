// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

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
				t.Errorf("5 operations took %d requests: the first form of each path must work", len(got))
			}
			if _, err := client.Read(ctx, col, key); !engine.IsNotFound(err) {
				t.Errorf("a read after the delete returns %v", err)
			}
			if err := client.Delete(ctx, col, key); err != nil {
				t.Errorf("a second delete returns %v", err)
			}
		})
	}
	for _, written := range table.Tables() {
		if !tried[written.Kind] {
			t.Errorf("Documents has none of a %s", written.Kind)
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
