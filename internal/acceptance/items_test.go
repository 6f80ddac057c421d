// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// itemOwner describes a kind of object with a list of items. For an alert, the list is "alert_items", and config declares the other
// attributes that an alert requires.
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

// withItems returns a configuration with an alert, a function and a widget, all with the same list of items, such as "[local.a, local.b]".
func withItems(items string) string {
	config := beforeOwners
	for _, o := range itemOwners() {
		config += fmt.Sprintf("\nresource \"engine_%s\" \"it\" {\n  %s\n  %s = %s\n}\n", o.object, o.config, o.list, items)
	}
	return config
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

// onePatch returns the body of the only PATCH that was sent since the last call to ClearRequests for an object of the given kind, such as
// "alert". It fails the test if there was any other write to objects of this kind.
func (e *testEngine) onePatch(t *testing.T, object string) map[string]any {
	t.Helper()
	writes := slices.DeleteFunc(e.Writes(), func(r refserver.Request) bool { return e.Kind(r.Path) != object })
	var body map[string]any
	if len(writes) != 1 || writes[0].Method != http.MethodPatch || json.Unmarshal(writes[0].Body, &body) != nil {
		t.Fatalf("%s: %d writes, want one PATCH", object, len(writes))
	}
	return body
}

func (e *testEngine) checkSent(count int) error {
	if writes := e.Writes(); len(writes) != count {
		return fmt.Errorf("%d writes, want %d: %v", len(writes), count, writes)
	}
	return nil
}

// TestAccAlert_emptyUpdate removes attributes from the configuration. Their values equal the engine's defaults, so there is nothing to
// update. The provider must send no update because engines reject an update without fields (interface, section 2.6).
func TestAccAlert_emptyUpdate(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := func(more string) string {
		return e.Config(fmt.Sprintf("%s\nresource \"engine_alert\" \"it\" {\n  %s\n  %s\n}\n", beforeOwners, itemOwners()[0].config, more))
	}
	checks := after(func(map[string]map[string]any) error { return e.checkSent(0) })
	checks.PreApply = []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionUpdate)}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: config("alert_items = [merge(local.a, { query_limit = 10000 })]\nactive = true")},
		resource.TestStep{PreConfig: e.ClearRequests, Config: config("alert_items = [local.a]"), ConfigPlanChecks: checks},
	))
}

// TestAccItems_plainTexts checks that the provider computes query_plain and expression_plain, the strings that the engine executes, for
// items that don't declare these attributes. The provider must send declared strings unchanged.
func TestAccItems_plainTexts(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	step := func(items, query, expression string) resource.TestStep {
		return resource.TestStep{Config: e.Config(withItems(items)), ConfigPlanChecks: after(func(state map[string]map[string]any) error {
			for _, o := range itemOwners() {
				for i, item := range elementsOf(e.Objects(o.object)[0], o.list) {
					got, want := item["query_plain"], query
					if item["ref_id"] == "C" {
						got, want = item["expression_plain"], expression
					}
					if got != want {
						return fmt.Errorf("%s: the engine has the text %v, want %s", o.object, got, want)
					}
					declared := elementsOf(state["engine_"+o.object+".it"], o.list)[i]
					if strings.Contains(items, "_plain") != (declared["query_plain"] != nil || declared["expression_plain"] != nil) {
						return fmt.Errorf("%s: the state has %v", o.object, declared)
					}
				}
			}
			return nil
		})}
	}
	const query, expression = `[{"$match":{"asset":"pump","attribute":"flow"}}]`, providertest.PlainOfA
	resource.ParallelTest(t, e.testCase(
		step(`[local.a, local.c]`, query, expression),
		step(`[merge(local.a, { query_filter_asset = { id = "spare" } }), merge(local.c, { expression = "$A * 2" })]`,
			strings.ReplaceAll(query, "pump", "spare"), strings.ReplaceAll(expression, "$A }", "$A * 2 }")),
		step(`[merge(local.a, { query_plain = "[ ]" }), merge(local.c, { expression_plain = "{ }" })]`, "[ ]", "{ }"),
		step(`[local.a, local.c]`, query, expression),
	))
}
