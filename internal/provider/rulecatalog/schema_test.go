// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/development/budgettest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(rulecatalog.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("rule-catalog.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("rule-catalog.json") // also validates the schema itself
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate checks YAML against the JSON schema, as editors do. It does not call Read.
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

// rules returns the lines of a file in testdata. Each line contains the fields of one rule, such as "rate: 5m, mute: true".
func rules(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// TestSchemaAgrees checks that the JSON schema and Read accept the same catalogs. The exceptions are the invalid rules in
// rejected-by-read.txt, which only Read rejects, because a JSON schema can't detect what is wrong with them.
func TestSchemaAgrees(t *testing.T) {
	t.Parallel()
	schema := compiled(t)
	for _, c := range []struct {
		rules               []string
		bySchema, byReading bool
	}{
		{rules: append(rules(t, "accepted"), ""), bySchema: true, byReading: true},
		{rules: append(rules(t, "refused"), `text: "`+strings.Repeat("x", 401)+`"`)},
		{rules: append(rules(t, "rejected-by-read"), "severity: "), bySchema: true}, // a JSON schema can't detect these mistakes
	} {
		for _, line := range c.rules {
			rule, _, _ := strings.Cut(line, " => ")
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
		"version: 1\nrules: {}\nx-mine: [5]\ndefaults: null": true, "version: 1": false, "rules: {}": false, "version: 2\nrules: {}": false,
		"version: 1\nrules: []":        false,
		"version: 1\nrules: {a/b: {}}": false, "version: 1\nrules: {a: null}": false, "version: 1\nrules: {}\nmine: 5": false, "[]": false,
		"version: 1\nrules: {a.B_c-1: {}}": true,
	} {
		if err := validate(schema, text); (err == nil) != isGood {
			t.Errorf("%s\nby the schema: %v", text, err)
		}
		if _, err := rulecatalog.Read(text); (err == nil) != isGood {
			t.Errorf("%s\nread: %v", text, err)
		}
	}
}

func decodedSchema(t *testing.T) map[string]any {
	t.Helper()
	var decoded map[string]any
	if err := json.Unmarshal([]byte(rulecatalog.Schema()), &decoded); err != nil {
		t.Fatal(err)
	}
	return decoded
}

// TestSchemaIsDescribed checks that the JSON schema describes every key of a catalog, because editors show the descriptions.
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
	visit("", decodedSchema(t))
}

// TestSchemaHasTheWordsOfAlerts checks that the JSON schema lists the same values as the alert resource, such as the names of operators, in
// the same order.
func TestSchemaHasTheWordsOfAlerts(t *testing.T) {
	t.Parallel()
	for place, words := range map[string][]string{
		"rule.aggregation": expression.Aggregations(), "item.group_function": expression.Aggregations(),
		"rule.operator": expression.Operators(), "item.group_unit": expression.GroupUnits(),
	} {
		at := decodedSchema(t)["definitions"]
		for _, name := range strings.Split(strings.Replace(place, ".", ".properties.", 1)+".enum", ".") {
			object, _ := at.(map[string]any)
			at = object[name]
		}
		if got, want := fmt.Sprint(at), fmt.Sprint(append([]any{strings.Join(words, " ")}, nil)); got != want {
			t.Errorf("%s has the words %s, want %s", place, got, want)
		}
	}
}

func TestReference(t *testing.T) {
	t.Parallel()
	definitions, _ := decodedSchema(t)["definitions"].(map[string]any)
	rule, _ := definitions["rule"].(map[string]any)
	properties, _ := rule["properties"].(map[string]any)
	if len(properties) == 0 {
		t.Fatal("the schema has no rule")
	}
	for _, want := range []string{
		"| `rate` | How often the alert runs: a string such as 5m, or a number of seconds. | a string such as 5m, 1h or 1d, or a number of " +
			"seconds that are whole minutes; not together with `cron` |",
		"| `status` | Status that the alert takes when the threshold is reached. The default is alert. | alert, warning or no_alert |",
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

// TestExampleAgrees checks that the example file equals Example, and that Read and the JSON schema accept it.
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

// FuzzRuleCatalog checks that Read does not crash for arbitrary strings, and that the JSON schema accepts every catalog that Read accepts.
func FuzzRuleCatalog(f *testing.F) {
	for _, seed := range []string{
		"version: 1\nrules:\n  a: {threshold: 8, rate: 5m, cron: 0 8 * * ? *, tags: [a, {id: b}]}\n",
		"version: 1\nx-a: &a {mute: true}\nrules:\n  a:\n    <<: [*a, {severity: SEV1}]\n    items: [{ref_id: A, expression: $B}]\n",
		"version: 1\nrules: &a\n  a: *a\n", "a:\n\tb", "---\n---\n", "? [a]\n: b", "version: 1\nrules: {a: {window: 1e400}}", "!!binary a",
		"\"\\xff\"", "%YAML 1.2\n---\n",
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
