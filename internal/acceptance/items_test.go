// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// itemOwner is an object with query items, as a configuration without them.
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

// with is the configuration with the items, among them the locals a, b and c.
func (o itemOwner) with(items string) string {
	return fmt.Sprintf(`
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

resource "engine_%s" "it" {
  %s
  %s = %s
}
`, o.object, o.config, o.list, items)
}

// eachItemOwner runs a test for every object that has items, in parallel.
func eachItemOwner(t *testing.T, test func(t *testing.T, o itemOwner, e *testEngine)) {
	t.Parallel()
	for _, o := range itemOwners() {
		t.Run(o.object, func(t *testing.T) {
			t.Parallel()
			test(t, o, startEngine(t, refserver.Options{}))
		})
	}
}

// items are the engine's items by ref_id.
func (e *testEngine) items(o itemOwner, state *terraform.State) (map[string]map[string]any, error) {
	doc, err := e.document(o.object, state, o.address())
	if err != nil {
		return nil, err
	}
	return o.itemsIn(doc), nil
}

// itemsIn are the items of a document by ref_id.
func (o itemOwner) itemsIn(doc map[string]any) map[string]map[string]any {
	items := map[string]map[string]any{}
	elements, _ := doc[o.list].([]any)
	for _, element := range elements {
		item, _ := element.(map[string]any)
		refID, _ := item["ref_id"].(string)
		items[refID] = item
	}
	return items
}

// onePatch is the body of the only write since the requests were cleared.
func (e *testEngine) onePatch() (map[string]any, error) {
	writes := e.writes()
	var body map[string]any
	if len(writes) != 1 || writes[0].Method != http.MethodPatch {
		return nil, fmt.Errorf("%d writes, want one PATCH", len(writes))
	}
	return body, json.Unmarshal(writes[0].Body, &body)
}

func updated(o itemOwner) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(o.address(), plancheck.ResourceActionUpdate)}}
}

// TestItemsKeepTheirIDs changes, adds, moves and removes an item: each is one update of the list alone, after which the
// other items have the ids that they had.
func TestItemsKeepTheirIDs(t *testing.T) {
	eachItemOwner(t, func(t *testing.T, o itemOwner, e *testEngine) {
		ids := map[string]any{}
		after := func(names ...string) resource.TestCheckFunc {
			return func(state *terraform.State) error {
				items, err := e.items(o, state)
				if err != nil {
					return err
				}
				if got := slices.Sorted(maps.Keys(items)); !slices.Equal(got, names) {
					return fmt.Errorf("the engine has the items %v, want %v", got, names)
				}
				for name, item := range items {
					if id, had := ids[name]; had && item["id"] != id {
						return fmt.Errorf("%s had the id %v and has %v", name, id, item["id"])
					}
				}
				clear(ids)
				for name, item := range items {
					ids[name] = item["id"]
				}
				return nil
			}
		}
		var steps []resource.TestStep
		for i, step := range []struct {
			items string
			names []string
		}{
			{`[local.a, local.b, local.c]`, []string{"A", "B", "C"}},
			{`[local.a, merge(local.b, { label = "changed" }), local.c]`, []string{"A", "B", "C"}},
			{`[local.a, local.b, merge(local.b, { ref_id = "D" }), local.c]`, []string{"A", "B", "C", "D"}},
			{`[local.c, merge(local.b, { ref_id = "D" }), local.b, local.a]`, []string{"A", "B", "C", "D"}},
			{`[local.c, local.b, local.a]`, []string{"A", "B", "C"}},
			{`[merge(local.b, { label = "moved" }), local.a]`, []string{"A", "B"}},
		} {
			s := resource.TestStep{PreConfig: e.ClearRequests, Config: e.Config(o.with(step.items)), Check: after(step.names...)}
			if i > 0 {
				s.ConfigPlanChecks = updated(o)
				s.Check = resource.ComposeAggregateTestCheckFunc(s.Check, e.patchesOnly(o.list))
			}
			steps = append(steps, s)
		}
		resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: factories(), Steps: steps})
	})
}

// patchesOnly wants the one write to be a PATCH of a single field.
func (e *testEngine) patchesOnly(field string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		patch, err := e.onePatch()
		if err != nil {
			return err
		}
		if _, ok := patch[field]; !ok || len(patch) != 1 {
			return fmt.Errorf("PATCH sent %v, want %s alone", slices.Sorted(maps.Keys(patch)), field)
		}
		return nil
	}
}

// TestRemovedFunctionItemIsMarked removes an item of a function, which the engine keeps unless it is told (interface
// section 2.8).
func TestRemovedFunctionItemIsMarked(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	o := itemOwners()[1]
	var id any
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: e.Config(o.with(`[local.a, local.b]`)),
				Check: func(state *terraform.State) error {
					items, err := e.items(o, state)
					id = items["B"]["id"]
					return err
				},
			},
			{
				PreConfig: e.ClearRequests,
				Config:    e.Config(o.with(`[local.a]`)),
				Check: func(*terraform.State) error {
					patch, err := e.onePatch()
					if err != nil {
						return err
					}
					items, _ := patch["function_items"].([]any)
					want := map[string]any{"id": id, "deleted": true}
					if removed, _ := items[len(items)-1].(map[string]any); len(items) != 2 || !maps.Equal(removed, want) {
						return fmt.Errorf("PATCH sent %v, want %v at the end", items, want)
					}
					return nil
				},
			},
		},
	})
}

// wrote wants so many writes since the requests were cleared.
func (e *testEngine) wrote(count int) error {
	if writes := e.writes(); len(writes) != count {
		return fmt.Errorf("%d writes, want %d: %v", len(writes), count, writes)
	}
	return nil
}

// TestEmptyUpdateIsNotSent takes out of a configuration what the engine holds without it as well. An update without fields
// is refused (interface section 2.6).
func TestEmptyUpdateIsNotSent(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	o := itemOwners()[0]
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(o.with("[merge(local.a, { query_limit = 10000 })]\nactive = true"))},
			{
				PreConfig:        e.ClearRequests,
				Config:           e.Config(o.with(`[local.a]`)),
				ConfigPlanChecks: updated(o),
				Check:            func(*terraform.State) error { return e.wrote(0) },
			},
		},
	})
}

// TestUnmanagedItemIsRemoved has somebody add an item outside: the plan removes it, and the texts of the
// items that are declared are no drift.
func TestUnmanagedItemIsRemoved(t *testing.T) {
	eachItemOwner(t, func(t *testing.T, o itemOwner, e *testEngine) {
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{
				{Config: e.Config(o.with(`[local.a]`))},
				{
					PreConfig: func() { e.addItem(t, o) },
					Config:    e.Config(o.with(`[local.a]`)),
					ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
						plancheck.ExpectResourceAction(o.address(), plancheck.ResourceActionUpdate),
					}},
					Check: func(state *terraform.State) error {
						items, err := e.items(o, state)
						if err == nil && len(items) != 1 {
							err = fmt.Errorf("the engine has %d items", len(items))
						}
						return err
					},
				},
			},
		})
	})
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
