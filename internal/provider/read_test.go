// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestReadOfIncompleteLists reads 20 dashboards from an engine whose list replies leave out some fields. Only the dashboard whose state has
// such a field (tags) may need a request of its own.
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

var bodies = map[string]string{
	"dashboard": `{"name": "Plant", "tags": [{"id": "t1", "name": "North"}, {"id": "t2"}], "assets": []}`,
	"widget": `{"name": "Flow", "tab": "TAB", "type": "timeseries", "refresh_interval": 300, "width": 5, "y_axis_min_limit": 0.5,
		"labels_aggregation": "average", "labels_placement": "right", "orientation": "vertical", "hide_x_tick": true,
		"filter_status": ["alert", "error"],
		"chart_items": [{"ref_id": "A", "type": "QUERY", "order": 1, "query_filter_asset": {"id": "pump", "name": "Pump"},
			"query_filter_attribute": {"id": "flow", "name": "Flow"},
			"query_group_unit": "hour", "query_group_function": "avg"}],
		"thresholds": [{"value": 5, "color": "red"}, {"value": 1, "color": "green"}],
		"value_mappings": [{"type": "range", "range_start": 1, "range_end": 2}]}`,
	"component": `{"name": "Model", "version": "1.0", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED", 
		"input": [{"name": "a", "type": "int", "required": true, "value": 3}],
		"output": [], "routines": [{"name": "training", "max_instances": 2, "input": [{"name": "x", "value_type": "Number"}]}],
		"endpoints": [{"name": "api", "port": 80}], "tags": [{"id": "t1", "name": "North"}]}`,
	"alert": `{"name": "Low", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute", "stmt_time_window": 300,
		"stmt_aggregation": "avg", "stmt_operator": "lt",
		"tags": [{"id": "t1", "name": "North"}], "mute": true, "destinations_list": ["a@example.com", "b"],
		"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "flow"},
			"query_group_unit": "day", "query_group_function": "max"},
			{"ref_id": "E", "type": "EXPRESSION", "expression": "$A * 2", "query_limit": 500},
			{"ref_id": "M", "type": "METADATA", "query_filter_asset": {"id": "pump"}, "query_filter_metadata": {"id": "rated"}}],
		"stmt_thresholds": [{"value": 5, "status": "alert"}, {"value": 10.5, "status": "warning"}]}`,
	"node": `{"name": "Edge", "type": "self_hosted"}`,
	"function": `{"name": "Sum", "type": "rate", "rate_value": 5, "rate_unit": "hour", "time_window": 60, "tags": ["flow", "north"],
		"target_asset": {"id": "pump", "name": "Pump"},
		"target_attribute": {"id": "sum", "name": "Sum", "type": "Number"}, "active": true,
		"function_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"},
			"query_filter_attribute": {"id": "flow", "type": "Boolean"}, "query_sort_direction": 1}]}`,
}

// TestRespelledDocuments reads the same objects from engines that spell values differently, such as "5" for 5. All must give the same
// imported state, no change after a read, and a valid data source.
func TestRespelledDocuments(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	definitions, err := defineAll()
	if err != nil {
		t.Fatal(err)
	}
	read := seedBodies(t, e, definitions)
	usual := map[string]tftypes.Value{}
	for _, d := range definitions {
		if doc := read(d); doc != nil {
			usual[d.Name] = importedFrom(t, d, doc)
		}
	}
	for _, habit := range []string{
		"text-numbers", "fraction-numbers", "text-durations", "lower-case", "synonyms", "bare", "padded", "rich-references", "id-references",
		"reordered-elements", "own-element-keys", "moving-fields",
	} {
		if err := e.SetHabits([]string{habit}); err != nil {
			t.Fatal(err)
		}
		for _, d := range definitions {
			doc := read(d)
			if doc == nil {
				continue
			}
			imported := importedFrom(t, d, doc)
			// With these three switches of the reference server, the imported state may differ: a duration keeps the engine's spelling, a
			// reference has an id but no name, or the tags of a function are in "extra".
			isOtherwise := habit == "text-durations" || habit == "id-references" || habit == "rich-references" && d.Name == "function"
			if !isOtherwise && !meansTheSame(d, imported, usual[d.Name]) {
				t.Errorf("%s: %s is imported as\n%s, not as\n%s", habit, d.Name, imported, usual[d.Name])
			}
			if !d.isUnchanged(doc, usual[d.Name], privateData{}.after(doc)) {
				t.Errorf("%s: %s shows drift: %v\n%s", habit, d.Name, d.shape.Differences(doc, usual[d.Name]), document.Encode(doc))
			}
			if _, odd := d.full.All(doc); len(odd) > 0 {
				t.Errorf("%s: of %s a data source can't show %v", habit, d.Name, odd)
			}
		}
	}
}

func meansTheSame(d *definition, a, b tftypes.Value) bool {
	return d.shape.Equals(d.shape.Overlay(nil, a), b) && d.shape.Equals(d.shape.Overlay(nil, b), a)
}

func importedFrom(t *testing.T, d *definition, doc engine.Document) tftypes.Value {
	t.Helper()
	imported := d.importResultOf(t.Context(), nil, doc, false)
	if len(imported.diags) > 0 {
		t.Fatalf("%s: %v", d.Name, imported.diags)
	}
	return imported.view
}

// seedBodies creates one object for each entry of the map bodies. The returned function reads the object of a kind. It returns nil if
// bodies has no entry for that kind.
func seedBodies(t *testing.T, e *providertest.Engine, definitions []*definition) func(d *definition) engine.Document {
	t.Helper()
	client := e.Client(t)
	create := func(c engine.Collection, text string) string {
		body := engine.Document{}
		if err := document.DecodeInto([]byte(text), &body); err != nil {
			t.Fatal(err)
		}
		doc, err := client.Create(t.Context(), c, body)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return documentID(doc)
	}
	parent := create(engine.Dashboards, `{"name": "parent"}`)
	tab := create(engine.Tabs, fmt.Sprintf(`{"name": "tab", "dashboard": %q}`, parent))
	ids := map[string]string{}
	for _, d := range definitions {
		if body, ok := bodies[d.Name]; ok {
			ids[d.Name] = create(d.Collection("algorithm"), strings.ReplaceAll(body, "TAB", tab))
		}
	}
	return func(d *definition) engine.Document {
		if ids[d.Name] == "" {
			return nil
		}
		doc, err := client.Read(t.Context(), d.Collection("algorithm"), ids[d.Name])
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		return doc
	}
}

// TestSecretTypesOfTheComponent reads a routine with a value of type Login, which its component declares as secret. No import, data source
// or query may show the value. If the component can't be read, values of all custom types are hidden.
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
