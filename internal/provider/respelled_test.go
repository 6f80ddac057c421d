// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// bodies are objects with references, items, numbers and words of lists, by kind.
var bodies = map[string]string{
	"dashboard": `{"name": "Plant", "tags": [{"id": "t1", "name": "North"}, {"id": "t2"}], "assets": []}`,
	"widget": `{"name": "Flow", "tab": "TAB", "type": "timeseries", "refresh_interval": 300, "width": 5, "y_axis_min_limit": 0.5,
		"labels_aggregation": "average", "labels_placement": "right", "orientation": "vertical", "hide_x_tick": true, "filter_status": ["alert", "error"],
		"chart_items": [{"ref_id": "A", "type": "QUERY", "order": 1, "query_filter_asset": {"id": "pump", "name": "Pump"}, "query_filter_attribute": {"id": "flow", "name": "Flow"},
			"query_group_unit": "hour", "query_group_function": "avg"}],
		"thresholds": [{"value": 5, "color": "red"}, {"value": 1, "color": "green"}], "value_mappings": [{"type": "range", "range_start": 1, "range_end": 2}]}`,
	"component": `{"name": "Model", "version": "1.0", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED", "input": [{"name": "a", "type": "int", "required": true, "value": 3}],
		"output": [], "routines": [{"name": "training", "max_instances": 2, "input": [{"name": "x", "value_type": "Number"}]}], "endpoints": [{"name": "api", "port": 80}], "tags": [{"id": "t1", "name": "North"}]}`,
	"alert": `{"name": "Low", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute", "stmt_time_window": 300, "stmt_aggregation": "avg", "stmt_operator": "lt",
		"tags": [{"id": "t1", "name": "North"}], "mute": true, "destinations_list": ["a@example.com", "b"],
		"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "flow"}, "query_group_unit": "day", "query_group_function": "max"},
			{"ref_id": "E", "type": "EXPRESSION", "expression": "$A * 2", "query_limit": 500}, {"ref_id": "M", "type": "METADATA", "query_filter_asset": {"id": "pump"}, "query_filter_metadata": {"id": "rated"}}],
		"stmt_thresholds": [{"value": 5, "status": "alert"}, {"value": 10.5, "status": "warning"}]}`,
	"node": `{"name": "Edge", "type": "self_hosted"}`,
	"function": `{"name": "Sum", "type": "rate", "rate_value": 5, "rate_unit": "hour", "time_window": 60, "tags": ["flow", "north"], "target_asset": {"id": "pump", "name": "Pump"},
		"target_attribute": {"id": "sum", "name": "Sum", "type": "Number"}, "active": true,
		"function_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "flow", "type": "Boolean"}, "query_sort_direction": 1}]}`,
}

// TestRespelledDocuments reads objects from engines that say the same in other words. An import gives the same view, a read of
// it shows no drift, and a data source shows what an import does.
func TestRespelledDocuments(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	definitions, err := defineAll(t.Context())
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
			// A number of seconds may be imported as the text that the engine has, and the plain id of a reference has no name. Tags of a
			// function that are objects are imported as such, in "extra".
			isOtherwise := habit == "text-durations" || habit == "id-references" || habit == "rich-references" && d.Name == "function"
			if !isOtherwise && !meansTheSame(d, imported, usual[d.Name]) {
				t.Errorf("%s: %s is imported as\n%s, not as\n%s", habit, d.Name, imported, usual[d.Name])
			}
			if !d.isUnchanged(doc, usual[d.Name], memory{}.after(doc)) {
				t.Errorf("%s: %s shows drift: %v\n%s", habit, d.Name, d.shape.Differences(doc, usual[d.Name]), document.Encode(doc))
			}
			if _, odd := d.full.All(doc); len(odd) > 0 {
				t.Errorf("%s: of %s a data source can't show %v", habit, d.Name, odd)
			}
		}
	}
}

// meansTheSame tells whether each of two views says what the other does, but for their ids.
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

// seedBodies creates the objects and gives a function that reads one, nil where there is none.
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
