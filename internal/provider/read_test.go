// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestReadOfWhatAListLeavesOut reads dashboards of an engine that leaves out parts in its lists, and what is empty everywhere. The one
// whose state has such a part is read once more, by itself.
func TestReadOfWhatAListLeavesOut(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Habits: []string{"bare", "short-lists"}})
	client, d := e.Client(t), newServer("test").definitions["engine_dashboard"]
	conn := &connection.Connection{Client: client, Reader: bulk.NewReader(client, true, nil, nil)}
	var states []map[string]any
	for i := range 20 {
		state := map[string]any{"name": "a"}
		if i == 10 {
			state["tags"] = []any{map[string]any{"id": "1", "name": "water"}}
		}
		created, err := client.Create(t.Context(), engine.Dashboards, state)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, providertest.With(state, map[string]any{"id": created["id"]}))
	}
	e.ClearRequests()
	for i, state := range states {
		read := d.read(t.Context(), conn, providertest.Value(t, d.shape.Type(), state), memory{})
		if tags, _ := read.doc["tags"].([]any); read.err != nil || (i == 10) != (len(tags) == 1) {
			t.Errorf("%d: %v, error %v", i, read.doc, read.err)
		}
	}
	if got := len(e.Requests()); got != 3 {
		t.Errorf("20 reads took %d requests, want the first, the list and the one that it leaves out parts of", got)
	}
}
