// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"fmt"
	"maps"
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
	plan, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestOtherFiles checks the errors for files that people confuse with the output of terraform show -json.
func TestOtherFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"plan.bin":          {"PK\x03\x04\x14\x00", `this is the binary plan; run "terraform show -json FILE > plan.json"`},
		"plan.log":          {`{"@level":"info"}` + "\n" + `{"@level":"info"}`, "this is the log of a command with -json; run "},
		"terraform.tfstate": {`{"version": 4, "serial": 0}`, `this is a state file; run "terraform show -json FILE > state.json"`},
		"main.tf":           {"resource {}", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"empty.json":        {"\n", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"list.json":         {"[]", `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
		"two.json":          {"{} {}", `there is more than one value; run "terraform plan`},
		"types.json":        {`{"values": 1}`, `run "terraform plan -out plan" and "terraform show -json plan > plan.json"`},
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll(test.want, "FILE", file)
		if _, err := Read(t.Context(), file); err == nil || !strings.HasPrefix(err.Error(), file+" is not what terraform show -json prints: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
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
	got := plan.Resources[0].PublicAttributes("?", "*")
	want := map[string]any{"name": "n", "id": "?", "text": "*", "items": []any{map[string]any{"a": 1.0}, map[string]any{"a": 2.0, "b": "?"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestSensitive checks that a value is hidden if any part of a plan marks it as sensitive, and that everything in a marked list is hidden.
func TestSensitive(t *testing.T) {
	t.Parallel()
	const values = `{"a": "A", "list": [{"x": 1}, {"x": null}], "none": null}`
	plan := func(inValues, before, after string) string {
		return `{"planned_values": {"root_module": {"resources": [{"address": "engine_alert.x", "mode": "managed", "type": "engine_alert",
			"name": "x", "values": ` + values + `, "sensitive_values": ` + inValues + `}]}}, "resource_changes": [
			{"address": "engine_alert.x", "change": {"before_sensitive": ` + before + `, "after_sensitive": ` + after + `}},
			{"address": "engine_alert.x", "deposed": "1", "change": {"after_unknown": {"a": true}}}]}`
	}
	visible := map[string]any{"a": "A", "list": []any{map[string]any{"x": 1.0}, map[string]any{"x": nil}}, "none": nil}
	with := func(name string, value any) map[string]any {
		copied := maps.Clone(visible)
		copied[name] = value
		return copied
	}
	markedList := []any{map[string]any{"x": "<1>"}, map[string]any{"x": nil}}
	for name, c := range map[string]struct {
		text           string
		public, marked map[string]any
		isSensitive    string
	}{
		"nothing":     {plan(`{"list": [{}, {}]}`, "false", "{}"), visible, visible, ""},
		"a value":     {plan(`{"a": true}`, "null", "false"), with("a", "*"), with("a", "<A>"), "a"},
		"only after":  {plan(`{}`, "false", `{"a": true}`), with("a", "*"), with("a", "<A>"), "a"},
		"only before": {plan(`{}`, `{"a": true, "none": {"y": {}}}`, `{"list": [{}]}`), with("a", "*"), with("a", "<A>"), "a"},
		"a list":      {plan(`{"list": true}`, "false", `{"list": [{"x": true}]}`), with("list", "*"), with("list", markedList), "list"},
		"an element": {
			plan(`{}`, "false", `{"list": [{"x": true}, {}]}`), with("list", []any{map[string]any{"x": "*"}, map[string]any{"x": nil}}),
			with("list", markedList), "list",
		},
		"everything": {plan(`true`, "false", `false`), nil, map[string]any{"a": "<A>", "list": markedList, "none": nil}, "a list none"},
	} {
		r := read(t, c.text).Resources[0]
		if got := r.PublicAttributes("?", "*"); !reflect.DeepEqual(got, c.public) {
			t.Errorf("%s: public is %v", name, got)
		}
		if got := r.MarkedAttributes("?", func(v any) any { return fmt.Sprintf("<%v>", v) }); !reflect.DeepEqual(got, c.marked) {
			t.Errorf("%s: marked is %v", name, got)
		}
		if got := r.Attributes("?"); !reflect.DeepEqual(got, visible) {
			t.Errorf("%s: attributes are %v", name, got)
		}
		for attribute := range visible {
			if r.IsSensitive(attribute) != strings.Contains(" "+c.isSensitive+" ", " "+attribute+" ") {
				t.Errorf("%s: %s is sensitive: %v", name, attribute, r.IsSensitive(attribute))
			}
		}
	}
	before, after := read(t, plan(`{"a": true}`, "false", "false")), read(t, plan(`{"list": [{"x": true}]}`, "false", "false"))
	ShareSensitive(before, after)
	for _, p := range []*Plan{before, after} {
		if !p.Resources[0].IsSensitive("a") || !p.Resources[0].IsSensitive("list") {
			t.Error("a plan shows what the other plan hides")
		}
	}
}
