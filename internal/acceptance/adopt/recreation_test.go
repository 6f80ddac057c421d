// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestRecreation adopts an engine that another client has filled, and applies the configuration to an empty one: that has the same
// documents then, but for ids, times and what the engine sets by itself.
func TestRecreation(t *testing.T) {
	p := newPlant(t)
	fillByOthers(t, p.Client(t))
	p.adopt("10 to import, 0 to change")
	p.run("init", "-input=false", "-no-color")
	for _, change := range p.changes() {
		if !change.Change.Actions.NoOp() || change.Change.Importing == nil {
			t.Errorf("%s: %v: %v becomes %v", change.Address, change.Change.Actions, change.Change.Before, change.Change.After)
		}
	}
	empty := newPlant(t)
	files, err := filepath.Glob(filepath.Join(p.dir, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(file); name != "import.tf" {
			if err := os.WriteFile(filepath.Join(empty.dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	empty.run("init", "-input=false", "-no-color")
	empty.run("apply", "-input=false", "-no-color", "-auto-approve")
	before, after := p.documents(), empty.documents()
	for name, doc := range before {
		if after[name] != doc {
			t.Errorf("%s\n%s\nbecame\n%s", name, doc, after[name])
		}
	}
	if len(before) != 10 || len(after) != len(before) {
		t.Errorf("%d documents became %d", len(before), len(after))
	}
}

// documents are the engine's documents by kind and name, without what the engine sets by itself. The ids of objects are their names.
func (p *plant) documents() map[string]string {
	ids := []string{}
	named := map[string]map[string]any{}
	for _, kind := range catalog.Objects() {
		for _, doc := range p.Objects(kind.Name) {
			name := kind.Name + " " + fmt.Sprint(doc["name"])
			ids = append(ids, fmt.Sprint(doc["id"]), name)
			for _, key := range slices.Concat([]string{"id", "created_at"}, kind.Facts.Runtime) {
				delete(doc, key)
			}
			for key := range kind.ReadOnly {
				delete(doc, key)
			}
			named[name] = doc
		}
	}
	texts := map[string]string{}
	for name, doc := range named {
		texts[name] = strings.NewReplacer(ids...).Replace(document.Encode(withoutIDs(doc)))
	}
	return texts
}

// withoutIDs takes null out of a document, which says as much as nothing, and the ids that the engine gives to items.
func withoutIDs(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if value[key] = withoutIDs(member); member == nil || key == "id" && value["ref_id"] != nil {
				delete(value, key)
			}
		}
	case []any:
		for i, element := range value {
			value[i] = withoutIDs(element)
		}
	}
	return value
}

// fillByOthers makes objects of all kinds as other clients do: with empty texts, keys left out, and other spellings.
func fillByOthers(t *testing.T, client *engine.Client) {
	t.Helper()
	create := func(collection engine.Collection, doc engine.Document) any {
		t.Helper()
		created, err := client.Create(t.Context(), collection, doc)
		if err != nil {
			t.Fatal(err)
		}
		return created["id"]
	}
	type object = map[string]any
	pump, flow := object{"id": "pump-1", "name": ""}, object{"id": "flow"}
	dashboard := create(engine.Dashboards, engine.Document{"name": "Plant", "description": "", "assets": []any{pump}, "tags": []any{object{"id": "t", "name": "T"}}})
	tab := create(engine.Tabs, engine.Document{"name": "Tab", "dashboard": dashboard, "order": "3"})
	create(engine.Widgets, engine.Document{
		"name": "Chart", "tab": tab, "type": "bar", "description": "", "text": "two\nlines", "labels_placement": "right", "refresh_interval": "", "show_line": false,
		"chart_items": []any{
			object{"ref_id": "A", "type": "QUERY", "label": "", "query_filter_asset": pump, "query_filter_attribute": flow, "query_plain": "", "expression": "", "query_group_unit": "", "color": "#ff0000"},
			object{"ref_id": "B", "type": "EXPRESSION", "label": "Sum", "expression": "$A + 1", "expression_plain": `{ "$add": ["$A", 1] }`, "query_plain": "", "hidden": true},
		},
		"value_mappings": []any{
			object{"match_value": 60, "display_text": "", "order": 0},
			object{"type": "range", "range_start": 1.5, "range_end": 2, "regular_expression": ""},
		},
		"thresholds": []any{object{"value": 1, "color": "", "display_text": nil}, object{"value": 2.5}},
	})
	component := create(engine.Components("connector"), engine.Document{
		"name": "Login", "version": "1", "deployment_capacity": "medium", "deployment_type": "SERVICE_HOSTED", "description": " ", "output": []any{object{"name": "out", "fields": []any{}}},
		"input": []any{
			object{"name": "empty", "type": "str", "value": "", "choices": []any{}, "description": ""},
			object{"name": "object", "type": "str", "value": object{}, "depends_on": ""},
		},
		"routines": []any{object{"name": "kind", "config": []any{}, "input": []any{object{"name": "in", "value": []any{}}}}}, "custom_types": []any{object{"name": "Own", "fields": []any{}}},
		"endpoints": []any{object{"name": "http", "port": 80}},
	})
	create(engine.Routines, engine.Document{
		"name": "Routine", "component_id": component, "type": "kind", "description": "", "output": []any{},
		"config": []any{object{"name": "other", "type": "Component", "value": component}},
		"input":  []any{object{"name": "in", "description": "", "value_type": "Number", "value": object{"asset": "pump-1", "attribute": "flow"}}},
	})
	create(engine.Nodes, engine.Document{"name": "Site", "type": ""})
	for _, severity := range []string{"sev1", "SEV2"} {
		create(engine.Alerts, engine.Document{
			"name": severity, "severity": severity, "type": "cron", "cron_hours": "6", "cron_minutes": "", "description": "", "active": false, "stmt_target_variable": "A",
			"alert_items":     []any{object{"ref_id": "A", "type": "QUERY", "query_filter_asset": pump, "query_filter_attribute": flow, "query_plain": `[{"$match":{"asset":"pump-1"}}]`, "query_limit": 10000}},
			"stmt_thresholds": []any{object{"value": 5, "status": "alert", "status_text": ""}}, "destinations_list": []any{},
		})
	}
	create(engine.Functions, engine.Document{
		"name": "Mean", "tags": []any{object{"id": "1", "name": "water"}, "plain"}, "type": "rate", "rate_value": 1, "rate_unit": "hour", "description": "",
		"target_attribute": object{"id": "flow", "name": "Flow", "type": "Number"}, "function_items": []any{object{"ref_id": "A", "type": "METADATA", "label": "", "query_filter_metadata": object{"id": "m"}}},
	})
	create(engine.Functions, engine.Document{"name": "Bare"})
}
