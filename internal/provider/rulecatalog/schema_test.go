// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

// compiled compiles the schema as an editor does.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(rulecatalog.Schema())
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("rule-catalog.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("rule-catalog.json") // This checks the schema against the schema of schemas too.
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate does what an editor does: it parses the YAML by itself and validates the values.
func validate(schema *jsonschema.Schema, text string) error {
	var value any
	if err := yaml.Load([]byte(text), &value); err != nil {
		return err
	}
	asJSON, err := json.Marshal(value)
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		return err
	}
	return schema.Validate(document)
}

// TestSchemaAgrees checks that the schema and Read accept the same rules.
func TestSchemaAgrees(t *testing.T) {
	t.Parallel()
	schema := compiled(t)
	good := []string{
		``, `name: N, description: 2026-01-05, text: T`, `severity: SEV8`, `severity: null`, `attribute: p`, `operator: ge, aggregation: avg`, `threshold: 8`, `threshold: -0.5e3`,
		`threshold: null, thresholds: [{value: 1}]`, `thresholds: [{value: 1, status: no_alert, text: null}]`, `window: 10m`, `window: 1 second`, `window: 1`, `window: null`,
		`rate: 5m`, `rate: 2 days`, `rate: 60`, `rate: 1.2e2`, `rate: null, cron: {}`, `cron: "0 8 * * ? *"`, `cron: {minutes: 0, hours: "*/2", dow: MON}`, `cron: null`,
		`tags: [a, {id: b}, {id: c, name: null}]`, `tags: null`, `destinations: [], assets: ["*"]`, `mute: true, active: false, notify_error: null`,
		`items: [{ref_id: A, attribute: x, group_unit: hour, group_function: avg, sort_direction: -1, limit: 10000, label: L, sort_field: f}], target: A`,
		`items: [{ref_id: A, metadata: x, type: METADATA, limit: null}]`, `items: [{ref_id: $a_1, expression: "1"}]`,
	}
	bad := []string{
		`colour: red`, `name: 5`, `name: " "`, `text: "` + strings.Repeat("x", 401) + `"`, `severity: SEV9`, `severity: sev1`, `severity: 1`, `attribute: [p]`, `operator: ">"`, `aggregation: average`,
		`threshold: "8"`, `threshold: true`, `threshold: 1, thresholds: [{value: 1}]`, `thresholds: []`, `thresholds: [{status: alert}]`, `thresholds: [{value: null}]`, `thresholds: {value: 1}`,
		`thresholds: [{value: 1, colour: red}]`, `thresholds: [{value: 1, status: null}]`, `text: T, thresholds: [{value: 1}]`, `window: 10x`, `window: 0`, `window: 1.5`, `window: 0m`, `window: 1000000001`,
		`rate: 30s`, `rate: 90`, `rate: 0`, `rate: 5m, cron: {}`, `cron: "0 8 * * *"`, `cron: {hour: 8}`, `cron: {hours: []}`, `cron: {hours: -1}`, `cron: 5`,
		`tags: a`, `tags: [5]`, `tags: [{name: b}]`, `tags: [null]`, `destinations: [5]`, `mute: yes`, `mute: 1`, `active: "true"`,
		`items: []`, `items: [{attribute: x}]`, `items: [{ref_id: A}]`, `items: [{ref_id: A, attribute: x, metadata: y}]`, `items: [{ref_id: A, attribute: null}]`, `items: [{ref_id: TOOLONG, attribute: x}]`,
		`items: [{ref_id: A, attribute: x, type: EXPRESSION}]`, `items: [{ref_id: A, attribute: x, limit: 10001}]`, `items: [{ref_id: A, attribute: x, sort_direction: 2}]`, `items: [{ref_id: A, attribute: x, group_unit: week}]`,
		`attribute: x, items: [{ref_id: A, attribute: x}]`, `attribute: x, target: A`, `target: A-B`,
	}
	// The schema accepts these and Read does not, because a schema cannot express the rule.
	beyond := []string{
		`cron: "0 25 * * ? *"`, `cron: {dom: 40}`, `cron: "0 8 ? * ? *"`, `items: [{ref_id: A, expression: "1 +"}]`, `items: [{ref_id: A, expression: $B}]`,
		`items: [{ref_id: A, attribute: x}, {ref_id: A, attribute: y}]`, `items: [{ref_id: A, attribute: x}], target: B`, `threshold: 010`, `threshold: 0x10`, `severity: `,
	}
	for _, c := range []struct {
		rules               []string
		bySchema, byReading bool
	}{{good, true, true}, {bad, false, false}, {beyond, true, false}} {
		for _, rule := range c.rules {
			for _, text := range []string{"version: 1\nrules:\n  a: {" + rule + "}\n", "version: 1\nrules: {}\ndefaults: {" + rule + "}\n"} {
				if err := validate(schema, text); (err == nil) != c.bySchema {
					t.Errorf("%s\nby the schema: %v", text, err)
				}
				if _, err := rulecatalog.Read(text); (err == nil) != c.byReading {
					t.Errorf("%s\nread: %v", text, err)
				}
			}
		}
	}
	for text, isGood := range map[string]bool{
		"version: 1\nrules: {}\nx-mine: [5]\ndefaults: null": true, "version: 1": false, "rules: {}": false, "version: 2\nrules: {}": false, "version: 1\nrules: []": false,
		"version: 1\nrules: {a/b: {}}": false, "version: 1\nrules: {a: null}": false, "version: 1\nrules: {}\nmine: 5": false, "[]": false, "version: 1\nrules: {a.B_c-1: {}}": true,
	} {
		if err := validate(schema, text); (err == nil) != isGood {
			t.Errorf("%s\nby the schema: %v", text, err)
		}
		if _, err := rulecatalog.Read(text); (err == nil) != isGood {
			t.Errorf("%s\nread: %v", text, err)
		}
	}
}

// TestSchemaIsDescribed checks that every key has a description, which editors show.
func TestSchemaIsDescribed(t *testing.T) {
	t.Parallel()
	var visit func(path string, value any)
	visit = func(path string, value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				visit(path, element)
			}
		case map[string]any:
			properties, _ := value["properties"].(map[string]any)
			for name, property := range properties {
				of, _ := property.(map[string]any)
				if _, isRule := value["not"]; of["description"] == nil && value["type"] == "object" && !isRule {
					t.Errorf("%s.%s has no description", path, name)
				}
			}
			for name, member := range value {
				visit(path+"."+name, member)
			}
		}
	}
	visit("", rulecatalog.Schema())
}

// TestReference checks that the tables list every key of the schema.
func TestReference(t *testing.T) {
	t.Parallel()
	definitions, _ := rulecatalog.Schema()["definitions"].(map[string]any)
	rule, _ := definitions["rule"].(map[string]any)
	properties, _ := rule["properties"].(map[string]any)
	if len(properties) == 0 {
		t.Fatal("the schema has no rule")
	}
	for _, want := range []string{
		"| `rate` | How often the alert runs: a text such as 5m, or a number of seconds. | a text such as 5m, 1h or 1d, or a number of seconds that are whole minutes; not beside `cron` |",
		"| `status` | Status that the alert takes when the threshold is reached; alert where there is none. | alert, warning or no_alert |",
		"| `group_unit` |",
	} {
		if !strings.Contains(rulecatalog.Reference(), want) {
			t.Errorf("the tables lack %s", want)
		}
	}
	for name := range properties {
		if !strings.Contains(rulecatalog.Reference(), "| `"+name+"` | ") {
			t.Errorf("the tables lack %s", name)
		}
	}
}

// TestExampleAgrees checks that the example file is valid for both Read and the schema.
func TestExampleAgrees(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../examples/functions/rule_catalog/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, example, _ := strings.Cut(string(text), "\n"); example != rulecatalog.Example {
		t.Errorf("the documentation shows another example:\n%s", rulecatalog.Example)
	}
	if err := validate(compiled(t), string(text)); err != nil {
		t.Error(err)
	}
	if _, err := rulecatalog.Read(string(text)); err != nil {
		t.Error(err)
	}
}

// FuzzRuleCatalog reads arbitrary texts: Read ends, errors have positions, and the schema accepts what Read accepts.
func FuzzRuleCatalog(f *testing.F) {
	for _, seed := range []string{
		"version: 1\nrules:\n  a: {threshold: 8, rate: 5m, cron: 0 8 * * ? *, tags: [a, {id: b}]}\n",
		"version: 1\nx-a: &a {mute: true}\nrules:\n  a:\n    <<: [*a, {severity: SEV1}]\n    items: [{ref_id: A, expression: $B}]\n",
		"version: 1\nrules: &a\n  a: *a\n", "a:\n\tb", "---\n---\n", "? [a]\n: b", "version: 1\nrules: {a: {window: 1e400}}", "!!binary a", "\"\\xff\"", "%YAML 1.2\n---\n",
	} {
		f.Add(seed)
	}
	schema := compiled(f)
	f.Fuzz(func(t *testing.T, text string) {
		budgettest.Within(t, text, func() { _, _ = rulecatalog.Read(text) })
		catalog, err := rulecatalog.Read(text)
		if err != nil {
			if err.Error() == "" || catalog != nil {
				t.Errorf("%q: %q with %v", text, err, catalog)
			}
			return
		}
		if err := validate(schema, text); err != nil {
			t.Errorf("%q is read, but refused by the schema: %v", text, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := benchmarkCatalog()
	for b.Loop() {
		if _, err := rulecatalog.Read(text); err != nil {
			b.Fatal(err)
		}
	}
}

// benchmarkCatalog returns a catalog with 100 rules.
func benchmarkCatalog() string {
	var text strings.Builder
	text.WriteString("version: 1\ndefaults: {severity: SEV4, rate: 5m, window: 10m, aggregation: avg}\nrules:\n")
	for i := range 100 {
		text.WriteString("  rule-" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ":\n    attribute: pressure\n    operator: gt\n    thresholds:\n" +
			"      - {value: 8, text: \"pressure {value}\"}\n      - {value: 7, status: warning}\n    destinations: [a@example.com]\n    assets: [\"pump-*\"]\n")
	}
	return text.String()
}
