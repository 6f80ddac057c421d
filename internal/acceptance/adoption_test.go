// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// unusual returns objects that the engine's interface document allows but nobody would write by hand, for example an alert without a rate.
// The keys are addresses such as "engine_alert.cron".
func unusual() map[string]struct {
	collection engine.Collection
	doc        engine.Document
} {
	item := func(more engine.Document) engine.Document {
		doc := engine.Document{"ref_id": "a-b", "type": "QUERY", "query_filter_asset": nil, "query_filter_attribute": nil}
		for name, value := range more {
			doc[name] = value
		}
		return doc
	}
	parameter := func(name, typeName string, value any) engine.Document {
		return engine.Document{"name": name, "type": typeName, "value": value, "choices": []any{"low"}, "depends_on": "nobody"}
	}
	type object = struct {
		collection engine.Collection
		doc        engine.Document
	}
	return map[string]object{
		"engine_alert.create_fields_alone": {engine.Alerts, engine.Document{
			"name": "a", "severity": "SEV1", "type": "rate", "alert_items": []any{item(nil)},
		}},
		"engine_alert.cron": {engine.Alerts, engine.Document{
			"name": "", "severity": "sev2", "type": "cron", "cron_minutes": "H", "cron_hours": "22-2", "cron_dom": "?",
			"cron_month": "0", "cron_dow": "0", "stmt_operator": "gt",
			"stmt_thresholds": []any{
				engine.Document{"value": 1, "status": "alert"}, engine.Document{"value": 2, "status": "warning"},
			},
			"alert_items": []any{
				item(engine.Document{"expression": "$Nobody +", "expression_plain": "{}"}),
				engine.Document{"ref_id": "E", "type": "EXPRESSION"},
			},
		}},
		"engine_function.it": {engine.Functions, engine.Document{
			"name": "f", "rate_value": 0.5, "rate_unit": "week", "target_variable": "Z",
			"function_items": []any{item(engine.Document{"query_filter_metadata": engine.Document{"id": "m"}})},
		}},
		"engine_component.it": {engine.Components("algorithm"), engine.Document{
			"name": "c", "version": "", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
			"output": []any{}, "routines": []any{engine.Document{"name": "r", "max_instances": 0}},
			"input": []any{parameter("a", "int", "24"), parameter("b", "string", []any{1}), parameter("c", "bool", "yes")},
		}},
		"engine_widget.it": {engine.Widgets, engine.Document{
			"name": "w", "type": "stat", "width": 30, "position_x": 19, "min_width": 40, "height": 0,
			"refresh_interval": "often", "timestamp_gte": "now", "timestamp_lte": "yesterday", "timezone": "Local",
			"y_axis_min_limit": 5, "y_axis_max_limit": 1, "number_of_decimals": 2.5, "relative_window_time": -1, "bucket_count": 0,
			"thresholds": []any{engine.Document{"value": 1, "color": "rgb(1, 2, 3)"}},
			"value_mappings": []any{
				engine.Document{"type": "range", "range_start": 5, "range_end": 1, "match_value": "x"},
				engine.Document{"type": "exact_match"},
			},
			"chart_items": []any{item(engine.Document{"order": -1})},
		}},
	}
}

// TestUnusualObjectsAreAdopted creates the objects that unusual returns, and imports them with the configuration that Terraform generates.
// The plan must not update any object.
func TestUnusualObjectsAreAdopted(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	client := e.Client(t)
	create := func(collection engine.Collection, doc engine.Document) string {
		t.Helper()
		created, err := client.Create(t.Context(), collection, doc)
		if err != nil {
			t.Fatal(err)
		}
		id, _ := created["id"].(string)
		return id
	}
	tab := create(engine.Tabs, engine.Document{"name": "t", "dashboard": create(engine.Dashboards, engine.Document{"name": "d"})})
	ids := map[string]string{}
	for address, object := range unusual() {
		prefix := ""
		switch {
		case strings.HasPrefix(address, "engine_widget."):
			object.doc["tab"] = tab
		case strings.HasPrefix(address, "engine_component."):
			prefix = "algorithm/"
		}
		ids[address] = prefix + create(object.collection, object.doc)
	}
	e.ClearRequests()
	startTerraform(t, t.TempDir()).importGenerated(t, terraformtest.Versions+e.Config(""), ids)
	if writes := e.writes(); len(writes) > 0 {
		t.Errorf("the import wrote %v", writes)
	}
}

// TestHostileExpressionsAreAdopted imports and plans alerts whose expressions would crash a JavaScript interpreter or run forever. The
// provider must finish without an error.
func TestHostileExpressionsAreAdopted(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	client := e.Client(t)
	ids := map[string]string{}
	for i, expression := range expressiontest.Table() {
		created, err := client.Create(t.Context(), engine.Alerts, engine.Document{
			"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 1, "rate_unit": "minute",
			"alert_items": []any{engine.Document{"ref_id": "A", "type": "EXPRESSION", "expression": expression}},
		})
		if err != nil {
			t.Fatal(err)
		}
		ids[fmt.Sprintf("engine_alert.a%d", i)], _ = created["id"].(string)
	}
	startTerraform(t, t.TempDir()).importGenerated(t, terraformtest.Versions+e.Config(""), ids)
}
