// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk_test

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

var algorithms = engine.Components("algorithm")

func readAll(t *testing.T, reader *bulk.Reader, col engine.Collection, want []engine.Document) {
	t.Helper()
	queue := make(chan engine.Document)
	var workers sync.WaitGroup
	for range 10 {
		workers.Go(func() {
			for doc := range queue {
				got, _, err := reader.Read(t.Context(), col, fmt.Sprint(doc["id"]))
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

func start(t *testing.T, change func(*engine.Config)) (*bulk.Reader, *engine.Client, *refserver.Server) {
	t.Helper()
	client, server := enginetest.Start(t, refserver.Options{}, change)
	return bulk.NewReader(client, true, nil, nil), client, server
}

// 50 reads of objects in one collection take two requests: a single read and a list request.
func TestBulkReadsOfEveryKind(t *testing.T) {
	reader, client, server := start(t, nil)
	for col, doc := range enginetest.Documents(t, client) {
		t.Run(fmt.Sprintf("%+v", col), func(t *testing.T) {
			var want []engine.Document
			for range 50 {
				want = append(want, enginetest.Create(t, client, col, doc))
			}
			server.ClearRequests()
			readAll(t, reader, col, want)
			if got := len(server.Requests()); got != 2 {
				t.Errorf("50 reads took %d requests, want 2", got)
			}
		})
	}
}

// The engine's lists leave out arrays. Only one object has an array, so the list equals the first single reads and is used. Read then
// returns this object without its array, but ReadWhole returns it with the array.
func TestListsThatLeaveOutParts(t *testing.T) {
	t.Parallel()
	client, _ := enginetest.Start(t, refserver.Options{Habits: []string{"bare", "short-lists"}}, nil)
	var ids []string
	for i := range 20 {
		doc := engine.Document{"name": "a"}
		if i == 10 {
			doc["tags"] = []any{engine.Document{"id": "1", "name": "water"}}
		}
		ids = append(ids, enginetest.ID(t, enginetest.Create(t, client, engine.Dashboards, doc)))
	}
	known := bulk.NewReader(client, true, nil, nil)
	for i, id := range ids {
		doc, isListed, err := known.Read(t.Context(), engine.Dashboards, id)
		if tags, _ := doc["tags"].([]any); err != nil || isListed != (i > 0) || len(tags) > 0 {
			t.Errorf("%d: %v, listed: %t, error %v", i, doc, isListed, err)
		}
	}
	unknown := bulk.NewReader(client, true, nil, nil)
	for _, i := range []int{0, 1, 10, 2, 3} {
		doc, err := unknown.ReadWhole(t.Context(), engine.Dashboards, ids[i])
		if tags, _ := doc["tags"].([]any); err != nil || (i == 10) != (len(tags) == 1) {
			t.Errorf("%d, read whole: %v, error %v", i, doc, err)
		}
	}
}

// After a write, no read gets a document that is older, not even one of a different kind.
func TestWritesDropTheList(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		col   engine.Collection
		write func(ctx context.Context, client *engine.Client, doc engine.Document) error
	}{
		"update": {engine.Alerts, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			return enginetest.ErrorOf(client.Update(ctx, engine.Alerts, fmt.Sprint(doc["id"]), engine.Document{"name": "b"}))
		}},
		"delete of the owner": {engine.Tabs, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			return client.Delete(ctx, engine.Dashboards, fmt.Sprint(doc["dashboard"]))
		}},
		"start": {algorithms, func(ctx context.Context, client *engine.Client, doc engine.Document) error {
			return enginetest.ErrorOf(client.Start(ctx, algorithms, fmt.Sprint(doc["id"])))
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, _ := enginetest.StartInMemory(t, refserver.Options{}, nil)
			reader := bulk.NewReader(client, true, nil, nil)
			doc := enginetest.Documents(t, client)[test.col]
			var all []engine.Document
			for range 5 {
				all = append(all, enginetest.Create(t, client, test.col, doc))
			}
			readAll(t, reader, test.col, all)
			enginetest.Must(t, test.write(t.Context(), client, all[4]))
			key := enginetest.ID(t, all[4])
			shared, _, err := reader.Read(t.Context(), test.col, key)
			fresh, freshErr := client.Read(t.Context(), test.col, key)
			if !reflect.DeepEqual(shared, fresh) || engine.IsNotFound(err) != engine.IsNotFound(freshErr) {
				t.Errorf("%s: read %v, error %v; want %v, error %v", name, shared, err, fresh, freshErr)
			}
			if reflect.DeepEqual(fresh, all[4]) {
				t.Errorf("%s: the write changed nothing", name)
			}
		})
	}
}
