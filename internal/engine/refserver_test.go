// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine_test

import (
	"fmt"
	"net/url"
	"reflect"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

var (
	start  = enginetest.StartInMemory
	create = enginetest.Create
	id     = enginetest.ID
)

// TestLifeOfEveryKind checks that creating, reading, updating, listing and deleting an object of any kind takes one request each.
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
