// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// outsideAlert has thresholds, whose order means something, and items with texts that are derived and declared.
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
    { ref_id = "Q", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" }, query_plain = jsonencode([{ "$match" = { asset = "pump" } }]) },
  ]
  stmt_thresholds = [{ value = 5, status = "alert" }, { value = 10, status = "warning" }]
}
`

// TestOutsideChanges has somebody change what an alert means. The plan shows it, and the apply mends it.
func TestOutsideChanges(t *testing.T) {
	t.Parallel()
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			text := func() string {
				alert := e.Objects("alert")[0]
				return document.Encode([]any{alert["alert_items"], alert["stmt_thresholds"]})
			}
			var before string
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: e.Config(outsideAlert)},
					{
						PreConfig: func() {
							before = text()
							alert := e.Objects("alert")[0]
							if err := e.Edit("alert", fmt.Sprint(alert["id"]), change); err != nil {
								t.Fatal(err)
							}
						},
						Config: e.Config(outsideAlert),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionUpdate)},
						},
						Check: func(*terraform.State) error {
							if after := text(); after != before {
								return fmt.Errorf("the alert was\n%s\nand is after the drift was mended\n%s", before, after)
							}
							return nil
						},
					},
				},
			})
		})
	}
}

// keptElements drives a dashboard on an engine that keeps elements which nobody declares.
type keptElements struct {
	*testing.T
	*testEngine
	*terraformRun
	printed bytes.Buffer
}

func startKeptElements(t *testing.T, habit string) *keptElements {
	t.Helper()
	k := &keptElements{T: t, testEngine: startEngine(t, refserver.Options{Habits: []string{habit}})}
	dir := t.TempDir()
	connect(t, dir, k.testEngine)
	k.terraformRun = startTerraformWith(t, dir, func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) })
	k.SetStdout(&k.printed)
	return k
}

func dashboardWithTags(tags string) string {
	return fmt.Sprintf("resource \"engine_dashboard\" \"it\" {\n  name = \"Plant\"\n  tags = %s\n}\n", tags)
}

// declares applies a list of tags, which creates or updates the dashboard, and after which the plan is empty. The warning about elements that the engine keeps names those
// given; "" is no warning.
func (k *keptElements) declares(tags, action, warned string) {
	k.Helper()
	k.printed.Reset()
	k.apply(k.T, dashboardWithTags(tags))
	text := strings.Join(strings.Fields(k.printed.String()), " ")
	if !strings.Contains(text, "engine_dashboard.it will be "+action) {
		k.Errorf("%s: the dashboard is not %s:\n%s", tags, action, k.printed.String())
	}
	if n := strings.Count(text, "The engine keeps elements"); warned == "" && n > 0 || warned != "" && n != 1 || !strings.Contains(text, warned) {
		k.Errorf("%s: %d warnings, want one of %q:\n%s", tags, n, warned, k.printed.String())
	}
}

// holds changes the tags behind Terraform's back.
func (k *keptElements) holds(ids ...string) {
	k.Helper()
	tags := []any{}
	for _, id := range ids {
		tags = append(tags, map[string]any{"id": id, "name": id})
	}
	if err := k.Edit("dashboard", fmt.Sprint(k.Objects("dashboard")[0]["id"]), func(doc map[string]any) { doc["tags"] = tags }); err != nil {
		k.Fatal(err)
	}
}

// TestElementsOfTheEnginesOwn has an engine that puts an element of its own behind the others, whatever is sent. It is told once;
// what somebody else puts there is drift as ever.
func TestElementsOfTheEnginesOwn(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "own-elements")
	k.declares(`[{ id = "a" }]`, "created", `tags was sent without "engine-own"`)
	k.declares(`[{ id = "a" }, { id = "b" }]`, "updated", "")
	k.holds("a", "b", "rival")
	k.declares(`[{ id = "a" }, { id = "b" }]`, "updated", "")
	k.declares(`[{ id = "a" }, { id = "engine-own" }]`, "updated", "")
	k.declares(`[{ id = "a" }]`, "updated", `tags was sent without "engine-own"`)
	id := k.stateIDs(t)["engine_dashboard.it"]
	if err := k.StateRm(t.Context(), "engine_dashboard.it"); err != nil {
		t.Fatal(err)
	}
	if err := k.Import(t.Context(), "engine_dashboard.it", id, tfexec.Reattach(k.reattach)); err != nil {
		t.Fatal(err)
	}
	k.declares(`[{ id = "a" }]`, "updated", `tags was sent without "engine-own"`) // An import knows nothing of it.
	if err := k.StateMv(t.Context(), "engine_dashboard.it", "engine_dashboard.other"); err != nil {
		t.Fatal(err)
	}
	k.printed.Reset()
	k.apply(t, strings.ReplaceAll(dashboardWithTags(`[{ id = "a" }]`), `"it"`, `"other"`))
	if text := k.printed.String(); !strings.Contains(text, "0 added, 0 changed, 0 destroyed") {
		t.Errorf("the apply after a move changes something:\n%s", text)
	}
}

// TestElementsThatTheEngineKeeps has engines that do not let go of elements.
func TestElementsThatTheEngineKeeps(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "joined-elements")
	k.declares(`[{ id = "a" }, { id = "b" }, { id = "c" }]`, "created", "")
	k.declares(`[{ id = "b" }]`, "updated", `tags was sent without "a", "c"`)
	k.declares(`[{ id = "b" }, { id = "a" }]`, "updated", "")
	k.holds("a", "b", "c", "rival")
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

// TestValuesThatTheEngineKeeps has an engine that ignores null: it is told once, and no plan shows what is not managed.
func TestValuesThatTheEngineKeeps(t *testing.T) {
	t.Parallel()
	k := startKeptElements(t, "null-ignored")
	with := func(description string) string {
		return fmt.Sprintf("resource \"engine_dashboard\" \"it\" {\n  name = \"Plant\"\n  description = %s\n}\n", description)
	}
	k.apply(t, with(`"All of it"`))
	k.printed.Reset()
	k.apply(t, with("null"))
	k.wantUncleared("description")
	k.printed.Reset()
	k.apply(t, with(`""`))
	if text := k.printed.String(); strings.Contains(text, "Warning") {
		t.Errorf("there is a warning:\n%s", text)
	}
}

// wantUncleared wants one warning of a value that stays in the engine.
func (k *keptElements) wantUncleared(name string) {
	k.Helper()
	text := strings.Join(strings.Fields(k.printed.String()), " ")
	if strings.Count(text, "Warning:") != 1 || !strings.Contains(text, name+" was to be cleared") {
		k.Errorf("want one warning that %s was not cleared:\n%s", name, k.printed.String())
	}
}

// planned is what a plan does with the dashboard.
func (k *keptElements) planned(config string) tfjson.Actions {
	k.Helper()
	k.configure(k.T, config)
	if _, err := k.Plan(k.Context(), tfexec.Out("some.tfplan"), tfexec.Reattach(k.reattach)); err != nil {
		k.Fatal(err)
	}
	plan, err := k.ShowPlanFile(k.Context(), "some.tfplan", tfexec.Reattach(k.reattach))
	if err != nil {
		k.Fatal(err)
	}
	return plan.ResourceChanges[0].Change.Actions
}
