// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// outsideAlert is an alert with thresholds, whose order matters. For the items A and E, the provider computes query_plain and
// expression_plain; the item Q declares its query_plain.
const outsideAlert = `
resource "engine_alert" "it" {
  name       = "Low flow"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  alert_items = [
    { ref_id = "A", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" } },
    { ref_id = "E", type = "EXPRESSION", expression = "$A" },
    {
      ref_id                 = "Q"
      type                   = "QUERY"
      query_filter_asset     = { id = "pump" }
      query_filter_attribute = { id = "flow" }
      query_plain            = jsonencode([{ "$match" = { asset = "pump" } }])
    },
  ]
  stmt_thresholds = [{ value = 5, status = "alert" }, { value = 10, status = "warning" }]
}
`

// TestAccAlert_changedOutside lets somebody else change a computed text of an alert in the engine, for example expression_plain. The
// plan must be an update, and the apply must restore the old text.
func TestAccAlert_changedOutside(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	text := func() string {
		alert := e.Objects("alert")[0]
		return document.Encode([]any{alert["alert_items"], alert["stmt_thresholds"]})
	}
	var before string
	steps := []resource.TestStep{{Config: e.Config(outsideAlert), ConfigPlanChecks: after(func(map[string]map[string]any) error {
		before = text()
		return nil
	})}}
	checks := func(name string) resource.ConfigPlanChecks {
		checks := after(func(map[string]map[string]any) error {
			if after := text(); after != before {
				return fmt.Errorf("%s: the alert was\n%s\nand is after the drift was mended\n%s", name, before, after)
			}
			return nil
		})
		checks.PreApply = []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionUpdate)}
		return checks
	}
	item := func(i int, doc map[string]any) map[string]any {
		items, _ := doc["alert_items"].([]any)
		item, _ := items[i].(map[string]any)
		return item
	}
	for name, change := range map[string]func(doc map[string]any){
		"derived expression": func(doc map[string]any) { item(1, doc)["expression_plain"] = "evil" },
		"derived query":      func(doc map[string]any) { item(0, doc)["query_plain"] = `[{"$match":{"asset":"other"}}]` },
		"key inside JSON":    func(doc map[string]any) { item(2, doc)["query_plain"] = `[{"$match":{"asset":"pump","added":true}}]` },
		"order of thresholds": func(doc map[string]any) {
			thresholds, _ := doc["stmt_thresholds"].([]any)
			doc["stmt_thresholds"] = []any{thresholds[1], thresholds[0]}
		},
	} {
		steps = append(steps, resource.TestStep{
			PreConfig: func() {
				if err := e.Edit("alert", fmt.Sprint(e.Objects("alert")[0]["id"]), change); err != nil {
					t.Fatal(err)
				}
			},
			Config:           e.Config(outsideAlert),
			ConfigPlanChecks: checks(name),
		})
	}
	resource.ParallelTest(t, e.testCase(steps...))
}

// keptElements is a test of a dashboard on an engine that does not remove list elements, or that adds elements of its own.
type keptElements struct {
	*testing.T
	*testEngine
	*terraformRun
}

func startKeptElements(t *testing.T, habit string) *keptElements {
	t.Helper()
	k := &keptElements{T: t, testEngine: startEngine(t, refserver.Options{Habits: []string{habit}})}
	dir := t.TempDir()
	connect(t, dir, k.testEngine)
	k.terraformRun = startTerraformWith(t, dir, comparing)
	return k
}

func dashboardWithTags(tags string) string {
	return fmt.Sprintf("resource \"engine_dashboard\" \"it\" {\n  name = \"Plant\"\n  tags = %s\n}\n", tags)
}

// declares applies a dashboard with a list of tags. action is the planned action: "created" or "updated". The next plan must be empty.
// warned is a part of the only warning about elements that the engine keeps. If warned is "", there must be no such warning.
func (k *keptElements) declares(tags, action, warned string) {
	k.Helper()
	k.forget(k.T)
	k.apply(k.T, dashboardWithTags(tags))
	text := strings.Join(strings.Fields(k.printed(k.T)), " ")
	if !strings.Contains(text, "engine_dashboard.it will be "+action) {
		k.Errorf("%s: the dashboard is not %s:\n%s", tags, action, k.printed(k.T))
	}
	n := strings.Count(text, "The engine keeps elements")
	if warned == "" && n > 0 || warned != "" && n != 1 || !strings.Contains(text, warned) {
		k.Errorf("%s: %d warnings, want one of %q:\n%s", tags, n, warned, k.printed(k.T))
	}
}

func (k *keptElements) setTags(ids ...string) {
	k.Helper()
	tags := []any{}
	for _, id := range ids {
		tags = append(tags, map[string]any{"id": id, "name": id})
	}
	if err := k.Edit("dashboard", fmt.Sprint(k.Objects("dashboard")[0]["id"]), func(doc map[string]any) { doc["tags"] = tags }); err != nil {
		k.Fatal(err)
	}
}

// TestElementsOfTheEnginesOwn uses an engine that adds its own element to each list. The provider must warn about this element once and
// then plan no change for it. If somebody else adds an element, the plan must still remove that element.
func TestElementsOfTheEnginesOwn(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "own-elements")
	k.declares(`[{ id = "a" }]`, "created", `tags was sent without "engine-own"`)
	k.declares(`[{ id = "a" }, { id = "b" }]`, "updated", "")
	k.setTags("a", "b", "rival")
	k.declares(`[{ id = "a" }, { id = "b" }]`, "updated", "")
	k.declares(`[{ id = "a" }, { id = "engine-own" }]`, "updated", "")
	k.declares(`[{ id = "a" }]`, "updated", `tags was sent without "engine-own"`)
	id := k.stateIDs(t)["engine_dashboard.it"]
	// After state rm and an import, the private state no longer says that the provider has warned. So the provider warns again.
	terraformtest.Do(t, k.Terraform, []string{"state", "rm", "engine_dashboard.it"}, []string{"import", "engine_dashboard.it", id})
	k.declares(`[{ id = "a" }]`, "updated", `tags was sent without "engine-own"`)
	terraformtest.Do(t, k.Terraform, []string{"state", "mv", "engine_dashboard.it", "engine_dashboard.other"})
	k.forget(k.T)
	k.apply(t, strings.ReplaceAll(dashboardWithTags(`[{ id = "a" }]`), `"it"`, `"other"`))
	if text := k.printed(k.T); !strings.Contains(text, "0 added, 0 changed, 0 destroyed") {
		t.Errorf("the apply after a move changes something:\n%s", text)
	}
}

// TestElementsThatTheEngineKeeps uses engines that do not remove elements from lists. The provider must warn about each kept element once,
// and the next plan must be empty.
func TestElementsThatTheEngineKeeps(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "joined-elements")
	k.declares(`[{ id = "a" }, { id = "b" }, { id = "c" }]`, "created", "")
	k.declares(`[{ id = "b" }]`, "updated", `tags was sent without "a", "c"`)
	k.declares(`[{ id = "b" }, { id = "a" }]`, "updated", "")
	k.setTags("a", "b", "c", "rival")
	if actions := k.planned(dashboardWithTags(`[{ id = "b" }, { id = "a" }]`)); !actions.Update() {
		t.Errorf("what somebody put there is no drift: %v", actions)
	}
	k.declares("null", "updated", "")
	k.declares(`[{ id = "b" }]`, "updated", "")
	if tags := k.Objects("dashboard")[0]["tags"]; !strings.Contains(fmt.Sprint(tags), "id:b") || strings.Contains(fmt.Sprint(tags), "id:a") {
		t.Errorf("the engine has the tags %v", tags)
	}

	k = startKeptElements(t, "empty-list-ignored")
	k.declares(`[{ id = "a" }]`, "created", "")
	k.declares("[]", "updated", `tags was sent without "a"`)
	k.declares(`[{ id = "b" }]`, "updated", "")
	k.declares("null", "updated", "")
	k.wantUncleared("tags")
}

// TestValuesThatTheEngineKeeps uses an engine that ignores null, so no update can clear an attribute. The provider must warn once, and the
// next plans must be empty.
func TestValuesThatTheEngineKeeps(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "null-ignored")
	with := func(description string) string {
		return fmt.Sprintf("resource \"engine_dashboard\" \"it\" {\n  name = \"Plant\"\n  description = %s\n}\n", description)
	}
	k.apply(t, with(`"All of it"`))
	k.forget(k.T)
	k.apply(t, with("null"))
	k.wantUncleared("description")
	k.forget(k.T)
	k.apply(t, with(`""`))
	if text := k.printed(k.T); strings.Contains(text, "Warning") {
		t.Errorf("there is a warning:\n%s", text)
	}
}

func (k *keptElements) wantUncleared(name string) {
	k.Helper()
	text := strings.Join(strings.Fields(k.printed(k.T)), " ")
	if strings.Count(text, "Warning:") != 1 || !strings.Contains(text, "The configuration no longer declares "+name+",") {
		k.Errorf("want one warning that %s was not cleared:\n%s", name, k.printed(k.T))
	}
}

func (k *keptElements) planned(config string) tfjson.Actions {
	k.Helper()
	k.configure(k.T, config)
	plan, err := k.plan(k.Context())
	if err != nil {
		k.Fatal(err)
	}
	return plan.ResourceChanges[0].Change.Actions
}
