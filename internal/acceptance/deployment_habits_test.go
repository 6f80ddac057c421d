// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

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
