// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// oddCase is a document that broke the law once, or is of the kind that did, and what the import says of it.
type oddCase struct {
	name, kind, doc string
	warnings        int
}

func oddCases() []oddCase {
	return []oddCase{
		{"nothing at all", "alert", `{}`, 0},
		{"nothing at all", "component", `{}`, 0},
		{"nothing at all", "widget", `{}`, 0},
		{"required texts of other types", "alert", `{"name": [], "severity": {"level": 1}, "type": [null]}`, 1},
		{"values that no list has", "alert", `{"name": "a", "severity": "critical", "type": "sometimes", "stmt_operator": "near"}`, 1},
		{"both schedules", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute", "cron_hours": "6", "cron_dow": "MON"}`, 1},
		{"a key that is an array", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "alert_items": [{"ref_id": ["A"], "type": "QUERY"}]}`, 1},
		{"the same key twice", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "alert_items": [{"ref_id": "A", "type": "QUERY", "label": "1"}, {"ref_id": "A", "type": "QUERY", "label": "2"}, {"ref_id": "A", "type": "QUERY"}]}`, 1},
		{"elements that are none", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "alert_items": [null, {"ref_id": "A", "type": "QUERY"}, 5, "B", []], "destinations_list": ["a@example.com", null, {}, []], "stmt_thresholds": [null]}`, 2},
		{"a threshold without its value", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "stmt_thresholds": [{"status": "alert"}, {"value": 5, "status": "loud"}]}`, 1},
		{"references without an id", "alert", `{"name": "a", "severity": "SEV1", "type": "rate", "tags": [{"name": "T"}, null, {"id": ""}, "t"]}`, 1},
		{"an expression that does not parse", "function", `{"name": "f", "function_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "$A +"}, {"ref_id": "B", "type": "EXPRESSION", "expression": "$Z"}]}`, 1},
		{"a plain text that is no JSON", "function", `{"name": "f", "function_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "1 + 1", "expression_plain": "junk"}]}`, 1},
		{"a plain text that is JSON itself", "function", `{"name": "f", "function_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "1 + 1", "expression_plain": {"$add": [1, 1]}}]}`, 0},
		{"texts that are JSON", "dashboard", `{"name": "{ \"a\" : 1.50 }", "description": "[ 1 ,2]"}`, 0},
		{"texts with the signs of templates", "dashboard", `{"name": "${a} %{ if b } $${c}", "description": "\u0000\u2028\n<<EOT\nx\nEOT\n"}`, 0},
		{"required lists of other types", "component", `{"name": "c", "version": 1, "deployment_capacity": "huge", "input": "none", "output": {"a": 1}, "routines": 5}`, 2},
		{"elements of required lists", "component", `{"name": "c", "version": "1", "deployment_capacity": "small", "input": [null, "a", {"type": "Own"}, {"name": "p"}, {"name": "p", "choices": {}}], "output": [[]], "routines": [{"name": "r", "input": [{"value": 5}]}]}`, 2},
		{"no deployment type", "component", `{"name": "c", "version": "1", "deployment_capacity": "small", "deployment_type": ["x"]}`, 1},
		{"accents that are characters of their own", "component", `{"name": "e\u0301", "version": "1", "deployment_capacity": "small", "input": [{"name": "e\u0301", "type": "Own", "value": "e\u0301"}, 5]}`, 1},
		{"no parent", "tab", `{"name": "t", "dashboard": null}`, 0},
		{"a parent of another type", "routine", `{"name": "r", "component_id": [], "type": "t"}`, 1},
	}
}

// TestOddDocumentsAreAdopted has the documents that broke the law.
func TestOddDocumentsAreAdopted(t *testing.T) {
	t.Parallel()
	a := adopt(t, provider.NewComparedServer("test", providertest.Difference))
	for _, c := range oddCases() {
		t.Run(c.kind+": "+c.name, func(t *testing.T) {
			var doc map[string]any
			if err := document.DecodeInto([]byte(c.doc), &doc); err != nil {
				t.Fatal(err)
			}
			a.put(t, c.kind, doc)
			a.holds(t, c.kind)
			if warned := a.warnings(t, c.kind); len(warned) != c.warnings {
				t.Errorf("%d warnings, want %d: %q", len(warned), c.warnings, warned)
			}
		})
	}
}

// warnings are what an import says of the object of a kind.
func (a *adopter) warnings(t *testing.T, kind string) (warned []string) {
	t.Helper()
	imported, err := a.server.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: "engine_" + kind, ID: objectID})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range imported.Diagnostics {
		warned = append(warned, d.Summary+": "+d.Detail)
	}
	return warned
}
