// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func read(t *testing.T, text string) *Plan {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestOtherFiles checks the errors for files that are easily taken for the output of "terraform show -json".
func TestOtherFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"plan.bin":          {"PK\x03\x04\x14\x00", `this is the binary plan; run "terraform show -json FILE > plan.json"`},
		"plan.log":          {`{"@level":"info"}` + "\n" + `{"@level":"info"}`, "this is the log of a command with -json; run "},
		"terraform.tfstate": {`{"version": 4, "serial": 0}`, `this is a state file; run "terraform show -json FILE > state.json"`},
		"main.tf":           {"resource {}", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"empty.json":        {"\n", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"list.json":         {"[]", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"types.json":        {`{"values": 1}`, `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(test.want, "FILE", file)
		if _, err := Read(file); err == nil || !strings.HasPrefix(err.Error(), file+" is not what terraform show -json prints: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// modules is a plan with a widget in one module. The id of the widget's tab comes from another module, through its output and a variable.
const modules = `{
	"planned_values": {"root_module": {
		"resources": [
			{"address": "engine_tab.own[\"a\"]", "mode": "managed", "type": "engine_tab", "name": "own", "index": "a", "values": {}},
			{"address": "engine_tab.own[\"b\"]", "mode": "managed", "type": "engine_tab", "name": "own", "index": "b", "values": {}},
			{"address": "engine_widget.each[\"b\"]", "mode": "managed", "type": "engine_widget", "name": "each", "index": "b", "values": {}},
			{
				"address": "engine_widget.each[\"a/pressure\"]",
				"mode": "managed", "type": "engine_widget", "name": "each", "index": "a/pressure", "values": {}
			},
			{"address": "engine_widget.named", "mode": "managed", "type": "engine_widget", "name": "named", "values": {}},
			{"address": "engine_widget.hidden", "mode": "managed", "type": "engine_widget", "name": "hidden", "values": {}},
			{"address": "data.engine_tab.x", "mode": "data", "type": "engine_tab", "name": "x", "values": {}}
		],
		"child_modules": [
			{"address": "module.tabs[0]", "resources": [
				{"address": "module.tabs[0].engine_tab.x", "mode": "managed", "type": "engine_tab", "name": "x", "values": {}}
			]},
			{"address": "module.tabs[1]", "resources": [
				{"address": "module.tabs[1].engine_tab.x", "mode": "managed", "type": "engine_tab", "name": "x", "values": {}}
			]},
			{"address": "module.widgets", "child_modules": [
				{"address": "module.widgets.module.deep", "resources": [
					{
						"address": "module.widgets.module.deep.engine_widget.y",
						"mode": "managed", "type": "engine_widget", "name": "y", "values": {}
					}
				]}
			]}
		]
	}},
	"configuration": {"root_module": {
		"resources": [
			{
				"mode": "managed", "type": "engine_widget", "name": "each",
				"expressions": {"tab": {"references": ["engine_tab.own", "each.key"]}, "blocks": [{}]},
				"for_each_expression": {"references": ["var.names"]}
			},
			{
				"mode": "managed", "type": "engine_widget", "name": "named",
				"expressions": {"tab": {"references": ["engine_tab.own[\"a\"].id", "engine_tab.own[\"a\"]"]}}
			},
			{"mode": "managed", "type": "engine_widget", "name": "hidden", "expressions": {"tab": {"references": ["local.tab"]}}}
		],
		"module_calls": {
			"tabs": {"module": {"outputs": {"id": {"expression": {"references": ["engine_tab.x.id", "engine_tab.x"]}}}}},
			"widgets": {"expressions": {"tab": {"references": ["module.tabs[1].id", "module.tabs[1]"]}}, "module": {
				"module_calls": {"deep": {"expressions": {"given": {"references": ["var.tab"]}}, "module": {
					"resources": [{"mode": "managed", "type": "engine_widget", "name": "y", "expressions": {"tab": {"references": ["var.given"]}}}]
				}}}
			}}
		}
	}}
}`

func TestReferred(t *testing.T) {
	t.Parallel()
	plan := read(t, modules)
	for address, want := range map[string][]string{
		`engine_widget.each["b"]`:                    {`engine_tab.own["b"]`},
		`engine_widget.each["a/pressure"]`:           {`engine_tab.own["a"]`},
		"engine_widget.named":                        {`engine_tab.own["a"]`},
		"engine_widget.hidden":                       nil,
		"module.widgets.module.deep.engine_widget.y": {"module.tabs[1].engine_tab.x"},
	} {
		for _, r := range plan.Of("engine_widget") {
			if r.Address != address {
				continue
			}
			var got []string
			for _, found := range plan.Referred(r, "tab", "engine_tab") {
				got = append(got, found.Address)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s refers to %v, want %v", address, got, want)
			}
		}
	}
	if got := len(plan.Resources); got != 9 {
		t.Errorf("got %d resources", got)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	plan := read(t, `{
		"planned_values": {"root_module": {"resources": [{
			"address": "engine_widget.x", "mode": "managed", "type": "engine_widget", "name": "x",
			"values": {"name": "n", "text": "secret", "items": [{"a": 1}, {"a": 2}]},
			"sensitive_values": {"text": true, "items": [{}, {}]}
		}]}},
		"resource_changes": [{
			"address": "engine_widget.x",
			"change": {"after_unknown": {"id": true, "items": [{}, {"b": true}]}}
		}]
	}`)
	got := plan.Resources[0].Public("?", "*")
	want := map[string]any{"name": "n", "id": "?", "text": "*", "items": []any{map[string]any{"a": 1.0}, map[string]any{"a": 2.0, "b": "?"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}
