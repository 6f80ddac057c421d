// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// taggedObjects returns a configuration with one object of each kind that supports tags. All objects have the same name and tags.
func taggedObjects(e *testEngine, defaults, name, tags string) string {
	return strings.Replace(e.Config(fmt.Sprintf(`
		resource "engine_dashboard" "it" {
			name = %[1]q
			tags = %[2]s
		}
		resource "engine_alert" "it" {
			name       = %[1]q
			tags       = %[2]s
			severity   = "SEV1"
			type       = "rate"
			rate_value = 1
			rate_unit  = "hour"
		}
		resource "engine_component" "it" {
			name                = %[1]q
			tags                = %[2]s
			type                = "algorithm"
			version             = "1"
			deployment_capacity = "small"
		}`, name, tags)), "{", "{\n  default_tags = "+defaults, 1)
}

func (e *testEngine) setTags(t *testing.T, ids ...string) {
	t.Helper()
	var tags []any
	for _, id := range ids {
		tags = append(tags, map[string]any{"id": id})
	}
	for _, kind := range []string{"dashboard", "alert", "component"} {
		if err := e.Edit(kind, fmt.Sprint(e.Objects(kind)[0]["id"]), func(doc map[string]any) { doc["tags"] = tags }); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAccProvider_defaultTags checks that the engine stores each object with its own tags and the provider's default_tags. Default tags
// must not appear as changes in a plan, and must not appear in a state or an import.
func TestAccProvider_defaultTags(t *testing.T) {
	for _, habits := range [][]string{nil, {"id-references", "late-updates=50ms"}} {
		t.Run(strings.Join(habits, " "), func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: habits})
			const team, crew, own = `[{ id = "team", name = "Team" }, { id = "team" }]`, `[{ id = "crew" }]`, `[{ id = "own" }]`
			step := func(defaults, name, tags, want string, others ...string) resource.TestStep {
				test := resource.TestStep{Config: taggedObjects(e, defaults, name, tags), ConfigPlanChecks: after(e.checkTags(want))}
				if others != nil { // Another client sets these tags.
					test.PreConfig = func() { e.setTags(t, others...) }
				}
				return test
			}
			imported := resource.TestStep{
				ResourceName: "engine_alert.it", ImportState: true, ImportStateVerify: len(habits) == 0,
				ImportStateVerifyIgnore: []string{"tags.0.name"},
			}
			steps := []resource.TestStep{
				step(team, "a", "null", "team"),
				step(team, "a", "null", "theirs", "theirs"), // Another client replaced the default tag. The next step restores it.
				step(team, "b", "null", "theirs team"),
				step(team, "b", own, "own team"),
				imported,
			}
			if habits != nil { // On the engine without habits, these steps send the same requests.
				steps = append(
					steps,
					step(team, "b", `[{ id = "own" }, { id = "team" }]`, "own team"),
					step(team, "b", own, "own team", "team", "foreign"), // The plan shows only that the declared tag is missing.
					step(crew, "b", own, "own crew"),
					step(crew, "b", "null", "crew"),
				)
			}
			resource.ParallelTest(t, e.testCase(steps...))
		})
	}
}

// TestAccProvider_unknownDefaultTags checks default tags whose ids are unknown until apply. The plan must not show a change to tags, but
// must still show other changes, such as those made by another client. The apply must add the tags.
func TestAccProvider_unknownDefaultTags(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	step := func(run int, name string, action plancheck.ResourceActionType) resource.TestStep {
		checks := after(e.checkTags("own team"))
		for _, kind := range []string{"dashboard", "alert", "component"} {
			checks.PreApply = append(checks.PreApply, plancheck.ExpectResourceAction("engine_"+kind+".it", action))
		}
		config := taggedObjects(e, "[{ id = terraform_data.team.output }]", name, `[{ id = "own" }]`)
		config += fmt.Sprintf("\nresource \"terraform_data\" \"team\" {\n  input = \"team\"\n  triggers_replace = %d\n}\n", run)
		return resource.TestStep{Config: config, ConfigPlanChecks: checks}
	}
	edited := step(4, "b", plancheck.ResourceActionUpdate)
	edited.PreConfig = func() {
		for _, kind := range []string{"dashboard", "alert", "component"} {
			err := e.Edit(kind, fmt.Sprint(e.Objects(kind)[0]["id"]), func(doc map[string]any) { doc["name"] = "theirs" })
			if err != nil {
				t.Error(err)
			}
		}
	}
	resource.ParallelTest(t, e.testCase(
		step(1, "a", plancheck.ResourceActionCreate), step(2, "a", plancheck.ResourceActionNoop), step(3, "b", plancheck.ResourceActionUpdate),
		edited,
	))
}

// checkTags returns a check that each object in the engine has exactly the tags in want, a space-separated list.
func (e *testEngine) checkTags(want string) func(state map[string]map[string]any) error {
	return func(state map[string]map[string]any) error {
		for _, kind := range []string{"dashboard", "alert", "component"} {
			var ids []string
			for _, tag := range elementsOf(e.Objects(kind)[0], "tags") {
				ids = append(ids, fmt.Sprint(tag["id"]))
			}
			if got := strings.Join(ids, " "); got != want {
				return fmt.Errorf("%s: the engine has the tags %q, want %q", kind, got, want)
			}
			if tags := fmt.Sprint(state["engine_"+kind+".it"]["tags"]); strings.Contains(tags, "crew") {
				return fmt.Errorf("%s: the state has the tags %s", kind, tags)
			}
		}
		return nil
	}
}
