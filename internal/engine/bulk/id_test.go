// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// An element of the list has the key "ID" instead of "id". It is not the object that was asked for, so the object is read singly.
func TestElementWithAnotherID(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 50, element: func(id string) string {
		if id == "30" {
			return `{"ID":"30","name":"another","rate_value":1.50}`
		}
		return object(id)
	}}
	r := e.reader(t, engine.Config{})
	for id, want := range map[string]bool{"1": true, "30": false} {
		enginetest.Must(t, readOne(t.Context(), r, engine.Alerts, "0"))
		if _, isListed, err := r.Read(t.Context(), engine.Alerts, id); err != nil || isListed != want {
			t.Errorf("%s: listed %t, error %v", id, isListed, err)
		}
	}
}

// The list has an object whose id can't be part of a path. A read of it fails, whether the list is cached or not.
func TestBulkReadsOfAnOddID(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 50, element: func(id string) string {
		if id == "30" {
			id = `m\u001b`
		}
		return strings.ReplaceAll(object("ID"), "ID", id)
	}}
	r := e.reader(t, engine.Config{})
	for range 2 {
		if doc, _, err := r.Read(t.Context(), engine.Alerts, "m\x1b"); err == nil || !strings.Contains(err.Error(), "control character") {
			t.Errorf("read %v, error %v", doc, err)
		}
		readInOrder(t, r, 0, 3)
	}
	wantRequests(t, e, 1, 1)
}

// An object whose id can't be part of a path has no single read. Documents yields it as it is in the list.
func TestDocumentsWithAnOddID(t *testing.T) {
	t.Parallel()
	e := &fakeEngine{size: 1, element: func(string) string { return `{"id":"..","tags":["a"]}` }}
	r := e.reader(t, engine.Config{})
	yielded := 0
	for doc, err := range r.Documents(t.Context(), engine.Alerts, nil) {
		if yielded++; err != nil || doc["id"] != ".." {
			t.Errorf("yields %v, %v", doc, err)
		}
	}
	if yielded != 1 {
		t.Errorf("yields %d objects", yielded)
	}
	wantRequests(t, e, 0, 1)
}
