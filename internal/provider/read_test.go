// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestReadOfIncompleteLists reads 20 dashboards from an engine whose lists lack some fields, such as tags. After the list request, the
// provider may read only one dashboard individually. This is the one whose state contains tags, because the list can't show whether the
// tags have changed.
func TestReadOfIncompleteLists(t *testing.T) {
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
		read := d.read(t.Context(), conn, providertest.Value(t, d.shape.Type(), state), privateData{})
		if tags, _ := read.doc["tags"].([]any); read.err != nil || (i == 10) != (len(tags) == 1) {
			t.Errorf("%d: %v, error %v", i, read.doc, read.err)
		}
	}
	if got := len(e.Requests()); got != 3 {
		t.Errorf("20 reads took %d requests, want the first, the list and the one that it leaves out parts of", got)
	}
}

func importedFrom(t *testing.T, d *definition, doc engine.Document) tftypes.Value {
	t.Helper()
	imported := d.importResultOf(t.Context(), nil, doc, false)
	if len(imported.diags) > 0 {
		t.Fatalf("%s: %v", d.Name, imported.diags)
	}
	return imported.view
}

// TestSecretTypesOfTheComponent reads a routine that contains a value of the custom type Login. The routine's component declares that
// values of this type are secret, so imports, data sources and queries must not show the value. If the component can't be read, they must
// hide the values of all custom types.
func TestSecretTypesOfTheComponent(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	type object = map[string]any
	field := func(sensitive any) []any { return []any{object{"name": "pin", "type": "str", "sensitive": sensitive}} }
	err := e.Seed(map[string][]map[string]any{
		"component": {{
			"id": "c", "name": "c", "type": "connector", "version": "1", "deployment_capacity": "small",
			"input": []any{}, "output": []any{}, "routines": []any{},
			"custom_types": []any{object{"name": "Login", "fields": field(1)}, object{"name": "Open", "fields": field(nil)}},
		}},
		"routine": {{"id": "r", "name": "r", "component_id": "c", "type": "t", "input": []any{}, "output": []any{}, "config": []any{
			object{"name": "login", "type": "Login", "value": object{"pin": "correct-horse"}},
			object{"name": "open", "type": "Open", "value": object{"pin": "open-sesame"}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := func() map[string][]byte {
		s := providertest.Open(t, NewComparedServer("test", providertest.Difference))
		s.Connect(e)
		imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: "engine_routine", ID: "r"})
		if err != nil || len(imported.ImportedResources) != 1 {
			t.Fatal(err, imported)
		}
		found := map[string][]byte{"import": imported.ImportedResources[0].State.MsgPack}
		for name, arguments := range map[string]object{"engine_routine": {"id": "r"}, "engine_routines": {}} {
			config := s.Encode(s.Schemas().DataSourceSchemas[name], arguments)
			read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: config})
			if err != nil || len(read.Diagnostics) > 0 {
				t.Fatal(err, read)
			}
			found["data source "+name] = read.State.MsgPack
		}
		found["query"] = s.Query("engine_routine", object{}, 10, true)[0].Resource.MsgPack
		return found
	}
	for place, text := range shown() {
		if bytes.Contains(text, []byte("correct-horse")) || !bytes.Contains(text, []byte("open-sesame")) {
			t.Errorf("%s shows %q", place, text)
		}
	}
	isComponent := func(r *http.Request) bool { return strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/c") }
	e.Fail(refserver.Fault{Method: http.MethodGet, Match: isComponent, Status: http.StatusForbidden})
	for place, text := range shown() {
		if bytes.Contains(text, []byte("correct-horse")) {
			t.Errorf("%s shows %q when the component can't be read", place, text)
		}
	}
}
