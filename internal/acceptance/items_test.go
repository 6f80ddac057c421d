// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// itemOwner is an object with a list of items, such as alert_items. config declares the other required attributes of the object.
type itemOwner struct {
	object, list, config string
}

func itemOwners() []itemOwner {
	return []itemOwner{
		{"alert", "alert_items", "name = \"it\"\nseverity = \"SEV1\"\ntype = \"rate\"\nrate_value = 5\nrate_unit = \"minute\""},
		{"function", "function_items", `name = "it"`},
		{"widget", "chart_items", "name = \"it\"\ntype = \"line\"\ntab = engine_tab.it.id"},
	}
}

func (o itemOwner) address() string { return "engine_" + o.object + ".it" }

// with returns a configuration of the object with the given list, such as "[local.a, local.b]". The constant beforeOwners declares the
// items local.a, local.b and local.c.
func (o itemOwner) with(items string) string { return beforeOwners + o.resource(items) }

// allWith returns a configuration with an alert, a function and a widget that have the same list of items. So one run of Terraform tests
// all three.
func allWith(items string) string {
	config := beforeOwners
	for _, o := range itemOwners() {
		config += o.resource(items)
	}
	return config
}

func (o itemOwner) resource(items string) string {
	return fmt.Sprintf("\nresource \"engine_%s\" \"it\" {\n  %s\n  %s = %s\n}\n", o.object, o.config, o.list, items)
}

const beforeOwners = `
locals {
  query = { type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" } }
  a     = merge(local.query, { ref_id = "A", label = "a" })
  b     = merge(local.query, { ref_id = "B", label = "b" })
  c     = { ref_id = "C", type = "EXPRESSION", expression = "$A" }
}

resource "engine_dashboard" "it" {
  name = "dashboard"
}

resource "engine_tab" "it" {
  name      = "tab"
  dashboard = engine_dashboard.it.id
}
`

func eachItemOwner(t *testing.T, test func(t *testing.T, o itemOwner, e *testEngine)) {
	t.Parallel()
	for _, o := range itemOwners() {
		t.Run(o.object, func(t *testing.T) {
			t.Parallel()
			test(t, o, startEngine(t, refserver.Options{}))
		})
	}
}

func (r *terraformRun) items(t *testing.T, e *testEngine, o itemOwner) map[string]map[string]any {
	t.Helper()
	items := map[string]map[string]any{}
	for _, item := range elementsOf(r.document(t, e, o.address()), o.list) {
		refID, _ := item["ref_id"].(string)
		items[refID] = item
	}
	return items
}

// onePatch returns the body of the only write to objects of this kind since ClearRequests. The write must be a PATCH.
func (e *testEngine) onePatch(t *testing.T, object string) map[string]any {
	t.Helper()
	writes := slices.DeleteFunc(e.writes(), func(r refserver.Request) bool { return e.Kind(r.Path) != object })
	var body map[string]any
	if len(writes) != 1 || writes[0].Method != http.MethodPatch || json.Unmarshal(writes[0].Body, &body) != nil {
		t.Fatalf("%s: %d writes, want one PATCH", object, len(writes))
	}
	return body
}

// TestItemsKeepTheirIDs changes, adds, moves and removes an item. Each time, one PATCH must update the list, and the engine must keep the
// ids of all other items.
func TestItemsKeepTheirIDs(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	before := map[string]map[string]map[string]any{} // the items by object and ref_id
	for _, step := range []struct {
		items string
		names []string
	}{
		{`[local.a, local.b, local.c]`, []string{"A", "B", "C"}},
		{`[local.a, merge(local.b, { label = "changed" }), local.c]`, []string{"A", "B", "C"}},
		{`[local.a, local.b, merge(local.b, { ref_id = "D" }), local.c]`, []string{"A", "B", "C", "D"}},
		{`[local.c, merge(local.b, { ref_id = "D" }), local.b, merge(local.a, { label = "first" })]`, []string{"A", "B", "C", "D"}},
		{`[local.c, local.b, local.a]`, []string{"A", "B", "C"}},
		{`[merge(local.b, { label = "moved" }), local.a]`, []string{"A", "B"}},
	} {
		e.ClearRequests()
		actions := run.applied(t, e.Config(allWith(step.items)))
		for _, o := range itemOwners() {
			items := run.items(t, e, o)
			if got := slices.Sorted(maps.Keys(items)); !slices.Equal(got, step.names) {
				t.Errorf("%s: the engine has the items %v, want %v", o.object, got, step.names)
			}
			for name, was := range before[o.object] {
				if item, is := items[name]; is && item["id"] != was["id"] {
					t.Errorf("%s: %s had the id %v and has %v", o.object, name, was["id"], item["id"])
				}
			}
			if before[o.object] != nil {
				e.patchesOnly(t, o, actions)
			}
			before[o.object] = items
		}
	}
	run.destroy(t, e)
}

// patchesOnly checks that Terraform planned an update of the object, and that each kind of object with items received one PATCH and no
// other write. The object's own PATCH must contain only its list of items.
func (e *testEngine) patchesOnly(t *testing.T, o itemOwner, actions map[string]string) {
	t.Helper()
	if action := actions[o.address()]; action != "update" || len(e.writes()) != len(itemOwners()) {
		t.Errorf("%s: the plan is %q, %d writes were sent", o.object, action, len(e.writes()))
	}
	patch := e.onePatch(t, o.object)
	if _, ok := patch[o.list]; !ok || len(patch) != 1 {
		t.Errorf("PATCH sent %v, want %s alone", slices.Sorted(maps.Keys(patch)), o.list)
	}
}

// TestRemovedFunctionItemIsMarked removes an item of a function. The engine keeps items that an update does not contain. So the PATCH must
// contain the removed item with its flag for removal (interface document, section 2.8).
func TestRemovedFunctionItemIsMarked(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	o := itemOwners()[1]
	run.applied(t, e.Config(o.with(`[local.a, local.b]`)))
	id := run.items(t, e, o)["B"]["id"]
	e.ClearRequests()
	run.applied(t, e.Config(o.with(`[local.a]`)))
	if err := e.wrote(1); err != nil {
		t.Error(err)
	}
	items, _ := e.onePatch(t, o.object)["function_items"].([]any)
	want := map[string]any{"id": id, "deleted": true}
	if removed, _ := items[len(items)-1].(map[string]any); len(items) != 2 || !maps.Equal(removed, want) {
		t.Errorf("PATCH sent %v, want %v at the end", items, want)
	}
	run.destroy(t, e)
}

func (e *testEngine) wrote(count int) error {
	if writes := e.writes(); len(writes) != count {
		return fmt.Errorf("%d writes, want %d: %v", len(writes), count, writes)
	}
	return nil
}

// TestEmptyUpdateIsNotSent removes an attribute from the configuration. Its value was the engine's default. The provider must send nothing,
// because engines refuse an update without fields (interface document, section 2.6).
func TestEmptyUpdateIsNotSent(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	o := itemOwners()[0]
	run.applied(t, e.Config(o.with("[merge(local.a, { query_limit = 10000 })]\nactive = true")))
	e.ClearRequests()
	if action := run.applied(t, e.Config(o.with(`[local.a]`)))[o.address()]; action != "update" {
		t.Errorf("the plan is %q", action)
	}
	if err := e.wrote(0); err != nil {
		t.Error(err)
	}
	run.destroy(t, e)
}

// TestUnmanagedItemIsRemoved adds an item directly in the engine. The plan must be an update that removes this item and keeps the declared
// item as it is.
func TestUnmanagedItemIsRemoved(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	config := e.Config(allWith(`[local.a]`))
	run.applied(t, config)
	for _, o := range itemOwners() {
		e.addItem(t, o)
	}
	actions := run.applied(t, config)
	for _, o := range itemOwners() {
		if items := run.items(t, e, o); actions[o.address()] != "update" || len(items) != 1 {
			t.Errorf("%s: the plan is %q, the engine has %d items", o.object, actions[o.address()], len(items))
		}
	}
	run.destroy(t, e)
}

func (e *testEngine) addItem(t *testing.T, o itemOwner) {
	t.Helper()
	for _, doc := range e.Objects(o.object) {
		id, _ := doc["id"].(string)
		err := e.Edit(o.object, id, func(doc map[string]any) {
			items, _ := doc[o.list].([]any)
			doc[o.list] = append(items, map[string]any{
				"id": "outside", "ref_id": "Z", "type": "EXPRESSION", "expression": "$A", "expression_plain": providertest.PlainOfA,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlainTextsAreDerived declares items without query_plain and expression_plain, the texts that the engine executes. The provider must
// compute and send both texts. It must send a declared text unchanged.
func TestPlainTextsAreDerived(t *testing.T) {
	eachItemOwner(t, func(t *testing.T, o itemOwner, e *testEngine) {
		run := startProviders(t, factories())
		applied := func(config, action, query, expression string) {
			t.Helper()
			if got := run.applied(t, config)[o.address()]; got != action {
				t.Errorf("the plan is %q, want %q", got, action)
			}
			items := run.items(t, e, o)
			if got := items["A"]["query_plain"]; got != query {
				t.Errorf("query_plain of A is %v, want %s", got, query)
			}
			if got := items["C"]["expression_plain"]; got != expression {
				t.Errorf("expression_plain of C is %v, want %s", got, expression)
			}
		}
		const query = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
		const expression = providertest.PlainOfA
		first := e.Config(o.with(`[local.a, local.c]`))
		applied(first, "create", query, expression)
		for _, item := range elementsOf(run.state(t)[o.address()], o.list) {
			if item["query_plain"] != nil || item["expression_plain"] != nil {
				t.Errorf("the state has the texts: %v", item)
			}
		}
		e.ClearRequests()
		run.planEmpty(t)
		if err := e.wrote(0); err != nil {
			t.Error(err)
		}
		run.imports(t, first, o.address())
		applied(e.Config(o.with(
			`[merge(local.a, { query_filter_asset = { id = "spare" } }), merge(local.c, { expression = "$A * 2" })]`)), "update",
			strings.ReplaceAll(query, "pump", "spare"), strings.ReplaceAll(expression, "$A }", "$A * 2 }"))
		applied(e.Config(o.with(
			`[merge(local.a, { query_plain = "[ ]" }), merge(local.c, { expression_plain = "{ }" })]`)), "update", "[ ]", "{ }")
		applied(first, "update", query, expression)
		run.destroy(t, e)
	})
}
