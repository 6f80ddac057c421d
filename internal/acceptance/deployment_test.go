// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// componentConfig is a small component of a version, with more attributes, and the provider.
func (e *testEngine) componentConfig(version, more string) string {
	return e.Config(smallComponent(version, more))
}

func smallComponent(version, more string) string {
	return fmt.Sprintf(`resource "engine_component" "it" {
		type                = "algorithm"
		name                = "Forecast"
		version             = %q
		deployment_capacity = "small"
		input               = []
		output              = []
		routines            = []
		%s
	}`, version, more)
}

// actions are the writes so far: "PATCH", "start" and so on.
func (e *testEngine) actions() []string {
	var actions []string
	for _, r := range e.writes() {
		path := strings.Trim(r.Path, "/")
		if action := path[strings.LastIndex(path, "/")+1:]; r.Method == http.MethodPost && (action == "start" || action == "stop") {
			actions = append(actions, action)
		} else {
			actions = append(actions, r.Method)
		}
	}
	return actions
}

func (e *testEngine) acted(want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if got := e.actions(); !slices.Equal(got, want) {
			return fmt.Errorf("the engine was asked to %v, want %v", got, want)
		}
		return nil
	}
}

// TestRunning starts and stops a component as declared, finds it stopped by somebody else, and leaves it as it is when
// the attribute is not declared.
func TestRunning(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{DeployDelay: 10 * time.Millisecond})
	stopOutside := func() {
		e.ClearRequests()
		for _, doc := range e.Objects("component") {
			id, _ := doc["id"].(string)
			err := e.Edit("component", id, func(doc map[string]any) {
				doc["deployment_active"], doc["deployment_status"] = false, "Stopped"
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	update := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction("engine_component.it", plancheck.ResourceActionUpdate),
	}}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.componentConfig("1", "running = true"), Check: e.acted("POST", "start")},
			{PreConfig: e.ClearRequests, Config: e.componentConfig("2", "running = true"), Check: e.acted("stop", "PATCH", "start")},
			{PreConfig: stopOutside, Config: e.componentConfig("2", "running = true"), ConfigPlanChecks: update, Check: e.acted("start")},
			{ResourceName: "engine_component.it", ImportState: true, ImportStateIdFunc: func(state *terraform.State) (string, error) {
				return "algorithm/" + state.RootModule().Resources["engine_component.it"].Primary.ID, nil
			}, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"running"}},
			{PreConfig: e.ClearRequests, Config: e.componentConfig("2", ""), Check: e.acted()},
			{PreConfig: e.ClearRequests, Config: e.componentConfig("3", ""), Check: e.acted("stop", "PATCH", "start")},
			{PreConfig: e.ClearRequests, Config: e.componentConfig("3", "running = false"), Check: e.acted("stop")},
			{PreConfig: e.ClearRequests, Config: e.componentConfig("4", `timeouts = { update = "5m" }`), Check: e.acted("PATCH")},
		},
	})
}

// TestStopThatNeverEnds runs into the update timeout: the error says the last status, and the component runs again.
func TestStopThatNeverEnds(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{DeployDelay: time.Hour})
	const limit = `timeouts = { create = "1s", update = "1s", delete = "1s" }`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.componentConfig("1", "running = true\n"+limit)},
			{
				Config:      e.componentConfig("2", "running = true\n"+limit),
				ExpectError: words(`did not stop in time: its last status was "StopRequested"`),
			},
			{
				PreConfig: func() {
					for _, doc := range e.Objects("component") {
						if doc["version"] != "1" || doc["deployment_active"] != true {
							t.Errorf("the component was left as %v", doc)
						}
						id, _ := doc["id"].(string)
						err := e.Edit("component", id, func(doc map[string]any) {
							doc["deployment_active"], doc["deployment_status"] = false, "Stopped"
						})
						if err != nil {
							t.Error(err)
						}
					}
				},
				Config: e.componentConfig("2", limit),
				Check:  resource.TestCheckResourceAttr("engine_component.it", "version", "2"),
			},
		},
	})
}

// TestWrongTimeout declares a timeout that is no duration.
func TestWrongTimeout(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config:      e.componentConfig("1", `timeouts = { update = "soon" }`),
			ExpectError: words(`must be a string containing a sequence of decimal numbers`),
		}},
	})
}

// TestDeploymentHabits creates, updates and destroys a component with engines that deploy otherwise. What can't be done is
// one error that says why; the component is never lost.
func TestDeploymentHabits(t *testing.T) {
	t.Parallel()
	const limits = "\ntimeouts = { create = \"2s\", update = \"2s\", delete = \"2s\" }"
	for habit, c := range map[string]struct {
		more   string
		starts bool   // a create with running = true leaves nothing to do
		error  string // of the update
	}{
		"slow-deployment=100ms":   {starts: true},
		"start-refused":           {error: `could not be started`},
		"start-fails":             {error: `was started, but it does not run: its status is "Failed"`},
		"stop-fails":              {starts: true},
		"never-stops":             {more: limits, starts: true, error: `did not stop in time: its last status was "StopRequested"`},
		"no-deployment":           {error: `The engine has no operation to start components: take running out of the configuration.`},
		"update-while-active":     {starts: true},
		"running-creates":         {starts: true},
		"repeated-starts-refused": {starts: true},
	} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: []string{habit}})
			update := resource.TestStep{Config: e.componentConfig("2", "running = true"+c.more)}
			if c.error != "" {
				update.ExpectError = words(c.error)
			}
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: e.componentConfig("1", "running = true"+c.more), ExpectNonEmptyPlan: !c.starts},
					update,
					{
						PreConfig: func() {
							if err := e.SetHabits(nil); err != nil {
								t.Error(err)
							}
							if found := e.Objects("component"); len(found) != 1 {
								t.Errorf("there are %d components, want the one", len(found))
							}
						},
						Config: e.componentConfig("2", "running = true"),
						Check:  resource.TestCheckResourceAttr("engine_component.it", "running", "true"),
					},
				},
			})
		})
	}
}

// TestDestroyWithDeploymentHabits removes a component that runs.
func TestDestroyWithDeploymentHabits(t *testing.T) {
	t.Parallel()
	for _, habit := range []string{"stop-fails", "never-stops", "no-deployment", "repeated-starts-refused", "running-creates"} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: []string{habit}})
			config := e.componentConfig("1", `timeouts = { delete = "2s" }`)
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{
					{Config: config},
					{PreConfig: func() { e.put(t, true, "Running") }, Config: config},
				},
			})
			if left := e.Objects("component"); len(left) > 0 {
				t.Errorf("there are still %v", left)
			}
		})
	}
}
