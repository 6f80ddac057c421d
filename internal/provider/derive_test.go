// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

func plannedAlert(t *testing.T, d *definition, items ...any) tftypes.Value {
	t.Helper()
	return providertest.Value(t, d.shape.Type(), providertest.With(providertest.RateAlert(), map[string]any{"alert_items": items}))
}

func alertDefinition(t *testing.T) *definition {
	t.Helper()
	return newServer("test").definitions["engine_alert"]
}

func itemIn(t *testing.T, doc engine.Document, i int) map[string]any {
	t.Helper()
	items, ok := doc["alert_items"].([]any)
	if !ok || i >= len(items) {
		t.Fatalf("there is no item %d in %v", i, doc)
	}
	item, ok := items[i].(map[string]any)
	if !ok {
		t.Fatalf("item %d is %v", i, items[i])
	}
	return item
}

func wantText(t *testing.T, item map[string]any, name string, want any) {
	t.Helper()
	if got, ok := item[name]; got != want || want != nil && !ok {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

func TestCreateDerivesPlainTexts(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	body := d.createBody(plannedAlert(t, d,
		providertest.QueryItem("A"),
		providertest.ExpressionItem("E", "$A"),
		with(providertest.QueryItem("B"), "query_plain", "[]"),
		with(providertest.ExpressionItem("F", "$A"), "expression_plain", "{}"),
		providertest.MetadataItem("M"),
		providertest.With(providertest.QueryItem("C"), map[string]any{"query_group_unit": "day", "query_group_function": "max"}),
	))
	wantText(t, itemIn(t, body, 0), "query_plain", providertest.PlainOfPump)
	wantText(t, itemIn(t, body, 1), "expression_plain", providertest.PlainOfA)
	wantText(t, itemIn(t, body, 2), "query_plain", "[]")
	wantText(t, itemIn(t, body, 3), "expression_plain", "{}")
	for _, name := range []string{"expression_plain", "query_plain"} {
		if _, ok := itemIn(t, body, 4)[name]; ok {
			t.Errorf("a METADATA item has %s", name)
		}
	}
	grouped, err := expression.QueryPlain("pump", "flow", "day", "max")
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, itemIn(t, body, 5), "query_plain", grouped)
}

func engineAlert() engine.Document {
	reference := func(id string) map[string]any { return map[string]any{"id": id, "name": "a name"} }
	return engine.Document{
		"id": "1", "name": "a", "severity": "SEV1", "type": "rate", "rate_value": json.Number("5"), "rate_unit": "minute",
		"alert_items": []any{
			map[string]any{
				"id": "i1", "ref_id": "A", "type": "QUERY", "expression": nil, "expression_plain": nil, "query_plain": providertest.PlainOfPump,
				"query_filter_asset": reference("pump"), "query_filter_attribute": reference("flow"), "query_filter_metadata": nil,
			},
			map[string]any{
				"id": "i2", "ref_id": "E", "type": "EXPRESSION", "expression": "$A", "expression_plain": providertest.PlainOfA, "query_plain": "",
				"query_filter_asset": nil, "query_filter_attribute": nil, "query_filter_metadata": nil,
			},
		},
	}
}

func TestUpdateDerivesPlainTexts(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	prior := plannedAlert(t, d, providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A"))
	patched := func(items ...any) engine.Document {
		return d.patch(engineAlert(), nil, prior, plannedAlert(t, d, items...))
	}

	if patch := patched(providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A")); len(patch) > 0 {
		t.Errorf("an update without changes sends %v", patch)
	}
	patch := patched(providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A * 2"))
	wantText(t, itemIn(t, patch, 0), "query_plain", providertest.PlainOfPump)
	wantText(t, itemIn(t, patch, 1), "expression_plain", `{"$function":{"body":"function ($A) { return $A * 2 }","args":["$A"],"lang":"js"}}`)
	wantText(t, itemIn(t, patch, 1), "id", "i2")

	spare := with(providertest.QueryItem("B"), "query_filter_asset", map[string]any{"id": "spare"})
	patch = patched(providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A"), spare)
	wantText(t, itemIn(t, patch, 2), "query_plain", `[{"$match":{"asset":"spare","attribute":"flow"}}]`)

	patch = patched(providertest.MetadataItem("A"), providertest.QueryItem("E")) // both items change their types
	wantText(t, itemIn(t, patch, 0), "query_plain", nil)
	wantText(t, itemIn(t, patch, 1), "expression_plain", nil)
	wantText(t, itemIn(t, patch, 1), "query_plain", providertest.PlainOfPump)

	patch = patched(with(providertest.QueryItem("A"), "query_plain", "[]"), with(providertest.ExpressionItem("E", "$A"), "label", "x"))
	wantText(t, itemIn(t, patch, 0), "query_plain", "[]")
	wantText(t, itemIn(t, patch, 1), "expression_plain", providertest.PlainOfA)
}

// TestOtherPlainTextsAreKept imports an alert whose expression_plain differs from the string that the provider would derive. The import and
// an update of other attributes must keep the engine's string.
func TestOtherPlainTextsAreKept(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	doc := engineAlert()
	itemIn(t, doc, 1)["expression_plain"] = `{"$abs":"$A"}`
	items := tfvalue.List(importedFrom(t, d, doc), "alert_items")
	if got := tfvalue.String(items[1], "expression_plain"); got != `{"$abs":"$A"}` {
		t.Errorf("an import shows %q", got)
	}
	// The item has no expression, so the provider does not derive expression_plain for it.
	undeclared := providertest.Item("E", "EXPRESSION", nil)
	prior := plannedAlert(t, d, providertest.QueryItem("A"), undeclared)
	patch := d.patch(doc, nil, prior, plannedAlert(t, d, providertest.QueryItem("A"), with(undeclared, "label", "x")))
	wantText(t, itemIn(t, patch, 1), "expression_plain", `{"$abs":"$A"}`)
}

func TestDerivedTextsAreNotShown(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	doc := engineAlert()
	itemIn(t, doc, 0)["query_plain"] = "[ {\"$match\": {\"attribute\": \"flow\", \"asset\": \"pump\"}} ]"
	imported := importedFrom(t, d, doc)
	// The state contains only the first item, with a declared query_plain. The second item exists only in the engine.
	state := plannedAlert(t, d, with(providertest.QueryItem("A"), "query_plain", providertest.PlainOfPump))
	read, err := d.projectState(doc, nil, state)
	if err != nil {
		t.Fatal(err)
	}
	for name, view := range map[string]tftypes.Value{"import": imported, "read": read} {
		items := tfvalue.List(view, "alert_items")
		if len(items) != 2 {
			t.Fatalf("%s: got %d items", name, len(items))
		}
		want := ""
		if name == "read" {
			want = providertest.PlainOfPump
		}
		if got := tfvalue.String(items[0], "query_plain"); got != want {
			t.Errorf("%s: query_plain is %q, want %q", name, got, want)
		}
		if got := tfvalue.String(items[1], "expression_plain"); got != "" {
			t.Errorf("%s: expression_plain is %q", name, got)
		}
	}
	again := engineAlert()
	itemIn(t, again, 0)["query_plain"] = itemIn(t, doc, 0)["query_plain"]
	if !reflect.DeepEqual(doc, again) {
		t.Errorf("the document was changed: %v", doc)
	}
}

// TestReplacedTextsAreDrift checks that a plan shows it if someone else has changed query_plain, and that an update reverts the change.
func TestReplacedTextsAreDrift(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	state := plannedAlert(t, d, providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A"))
	doc := engineAlert()
	if !d.isUnchanged(doc, state, privateData{}) {
		t.Fatalf("there is drift before anything changed: %v", d.replacedStrings(doc, nil, state))
	}
	itemIn(t, doc, 0)["query_plain"], itemIn(t, doc, 1)["expression_plain"] = `[{"$match":{"asset":"other"}}]`, "evil"
	if d.isUnchanged(doc, state, privateData{}) {
		t.Error("replaced texts are no drift")
	}
	read, err := d.projectState(doc, nil, state)
	if err != nil {
		t.Fatal(err)
	}
	items := tfvalue.List(read, "alert_items")
	if got := tfvalue.String(items[0], "query_plain"); got != `[{"$match":{"asset":"other"}}]` {
		t.Errorf("query_plain is read as %q", got)
	}
	if got := tfvalue.String(items[1], "expression_plain"); got != "evil" {
		t.Errorf("expression_plain is read as %q", got)
	}
	if again, err := d.projectState(doc, nil, read); err != nil || !again.Equal(read) {
		t.Errorf("the second read gives %s, %v", again, err)
	}
	patch := d.patch(doc, nil, read, state)
	wantText(t, itemIn(t, patch, 0), "query_plain", providertest.PlainOfPump)
	wantText(t, itemIn(t, patch, 1), "expression_plain", providertest.PlainOfA)

	itemIn(t, doc, 0)["query_plain"], itemIn(t, doc, 1)["expression_plain"] = nil, ""
	if !d.isUnchanged(doc, state, privateData{}) {
		t.Error("an engine without the texts shows drift")
	}
}

// TestWithoutDefaultTags checks that a provider without default tags doesn't change the tags in a request, even if they are null.
func TestWithoutDefaultTags(t *testing.T) {
	t.Parallel()
	for _, sent := range []any{nil, []any{"t1"}} {
		patch := engine.Document{"tags": sent}
		if addDefaultTags(patch, engine.Document{}, nil); !reflect.DeepEqual(patch, engine.Document{"tags": sent}) {
			t.Errorf("%v became %v", sent, patch)
		}
	}
}
