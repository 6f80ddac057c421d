// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDeclaredAsItIs declares for the first time what the engine has already: a component that runs is left alone.
func TestDeclaredAsItIs(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	const description = "description = \"Forecasts a flow\"\n"
	const more = description + `
		tags        = [{ id = "t-1", name = "flow" }]
		endpoints   = [{ name = "api", port = 8080 }]
		extra       = jsonencode({ owner = { team = "water" } })`
	hold := func() {
		for _, doc := range e.Objects("component") {
			err := e.Edit("component", fmt.Sprint(doc["id"]), func(doc map[string]any) {
				doc["description"] = "Forecasts a flow"
				doc["tags"] = []any{map[string]any{"id": "t-1", "name": "flow", "color": "blue"}}
				doc["endpoints"] = []any{map[string]any{"name": "api", "port": "8080"}}
				doc["owner"] = map[string]any{"team": "water", "since": 2020}
			})
			if err != nil {
				t.Error(err)
			}
		}
		e.put(t, true, "Running")
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.componentConfig("1", "")},
			{
				PreConfig: hold, Config: e.componentConfig("1", description),
				ConfigPlanChecks: plannedAs(plancheck.ResourceActionUpdate), Check: e.acted(),
			},
			{Config: e.componentConfig("1", more), ConfigPlanChecks: plannedAs(plancheck.ResourceActionUpdate), Check: e.acted()},
			{Config: e.componentConfig("1", more+"\nrunning = true"), Check: e.acted()},
		},
	})
}

// TestImportOfARunningComponent adopts a component with a configuration that says a little more than the import.
func TestImportOfARunningComponent(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	doc, err := e.Client(t).Create(t.Context(), engine.Components("algorithm"), engine.Document{
		"name": "Forecast", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	e.put(t, true, "Running")
	config := fmt.Sprintf("import {\n  to = engine_component.it\n  id = \"algorithm/%s\"\n}\n", doc["id"])
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: config + e.componentConfig("1", "running = true\ntimeouts = { update = \"5m\" }\ndescription = \"\""), Check: e.acted(),
		}},
	})
}

// TestStoppedByAnOperator updates a component that somebody is just stopping, and starts it as declared.
func TestStoppedByAnOperator(t *testing.T) {
	t.Parallel()
	for running, want := range map[string][]string{"": {"PATCH"}, "running = true": {"PATCH", "start"}} {
		e := startEngine(t, refserver.Options{})
		stop := func() { // for longer than a plan takes
			e.put(t, false, "StopRequested")
			time.AfterFunc(3*time.Second, func() {
				for _, doc := range e.Objects("component") {
					_ = e.Edit("component", fmt.Sprint(doc["id"]), func(doc map[string]any) { doc["deployment_status"] = "Stopped" })
				}
			})
		}
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{
				{Config: e.componentConfig("1", "running = true")},
				{Config: e.componentConfig("1", running)},
				{PreConfig: stop, Config: e.componentConfig("2", running), Check: e.acted(want...)},
			},
		})
	}
}

// TestDestroyOfWhatNeverStops removes a component whose stop never ends.
func TestDestroyOfWhatNeverStops(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{DeployDelay: time.Hour})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		CheckDestroy: func(*terraform.State) error {
			if left := e.Objects("component"); len(left) > 0 {
				return fmt.Errorf("there are still %v", left)
			}
			return nil
		},
		Steps: []resource.TestStep{
			{Config: e.componentConfig("1", `timeouts = { delete = "2s" }`)},
			{PreConfig: func() { e.put(t, true, "Running") }, Config: e.componentConfig("1", `timeouts = { delete = "2s" }`)},
		},
	})
}

// TestEngineThatDemandsAStop gives a delete the time that is left for the stop, and says what to do when it is over.
func TestEngineThatDemandsAStop(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{DeployDelay: time.Hour})
	const limit = `timeouts = { delete = "2s" }`
	allow := e.Fail(refserver.Fault{Method: http.MethodDelete, Status: http.StatusConflict, Body: `{"detail": "It runs."}`})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.componentConfig("1", limit)},
			{PreConfig: func() { e.put(t, true, "Running") }, Config: e.componentConfig("1", limit)},
			{Config: e.Config(""), ExpectError: words("It runs. (request")},
			{PreConfig: func() { e.put(t, true, "Running") }, Config: e.Config(""), ExpectError: words("Give it more time with timeouts = { delete = ... }")},
			{PreConfig: allow, Config: e.Config("")},
		},
	})
}

// TestEngineWithoutDeployment can neither start nor stop components, and says nothing of their deployment.
func TestEngineWithoutDeployment(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed} {
		e := startEngine(t, refserver.Options{})
		for _, operation := range []string{"start", "stop"} {
			e.Fail(refserver.Fault{Match: requestTo(operation), Status: status, Body: `{"detail": "There is nothing."}`})
		}
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{
				{Config: e.componentConfig("1", "running = true"), ExpectNonEmptyPlan: true},
				{
					Config:      e.componentConfig("2", "running = true"),
					ExpectError: words(`The engine has no operation to start components: take running out of the configuration.`),
				},
				{Config: e.componentConfig("2", "")},
				{Config: e.componentConfig("3", "")},
			},
		})
	}
}

// TestWordsOfThePath writes the type of a component in the plural and in another case: it is the same component.
func TestWordsOfThePath(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	as := func(word, version string) string {
		return e.Config(fmt.Sprintf(`resource "engine_component" "it" {
			type                = %q
			name                = "Forecast"
			version             = %q
			deployment_capacity = "small"
			input               = []
			output              = []
			routines            = []
		}`, word, version))
	}
	importID := func(prefix string) resource.ImportStateIdFunc {
		return func(state *terraform.State) (string, error) {
			return prefix + state.RootModule().Resources["engine_component.it"].Primary.ID, nil
		}
	}
	is := func(word string) resource.TestCheckFunc {
		return resource.TestCheckResourceAttr("engine_component.it", "type", word)
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: as("algorithms", "1"), Check: is("algorithms")},
			{Config: as("algorithms", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionUpdate)},
			{PreConfig: e.ClearRequests, Config: as("Algorithm", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionNoop), Check: e.acted()},
			{Config: as("algorithm", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionNoop), Check: is("algorithms")},
			{Config: as("connectors", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionReplace), Check: is("connectors")},
			{Config: as("pump", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionReplace), Check: is("pump")},
			{Config: as("Pumps", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionNoop), Check: is("pump")}, // a word that only the engine knows
			{Config: as("algorithm", "2"), ConfigPlanChecks: plannedAs(plancheck.ResourceActionReplace), Check: is("algorithm")},
			{ResourceName: "engine_component.it", ImportState: true, ImportStateIdFunc: importID("Algorithms/"), ImportStateVerify: true},
		},
	})
}
