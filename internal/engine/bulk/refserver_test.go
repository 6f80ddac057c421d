// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk_test

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

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

// To read 50 objects in one collection, the reader must send two requests: an individual read and a list request.
func TestBulkReadsOfEveryKind(t *testing.T) {
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	reader := bulk.NewReader(client, true, nil, nil)
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

// The engine's lists omit arrays. Only one object has an array. The first individual read is for a different object, which equals its list
// element, so the list is used. For the object with the array, Read must return the incomplete document from the list, and ReadWhole must
// return the whole object.
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
