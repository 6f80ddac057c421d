// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// checkReplaced returns a check for a plan that must replace both a parent, such as a tab with widgets, and its child. The child must be
// replaced too, because the engine deletes children together with their parent.
func checkReplaced(parent, child string) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(parent, plancheck.ResourceActionReplace),
		plancheck.ExpectResourceAction(child, plancheck.ResourceActionReplace),
	}}
}

// TestAccComponent_differentType checks that changing a component's type replaces both the component and its routine.
func TestAccComponent_differentType(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := func(componentType string) string {
		return e.Config(fmt.Sprintf(`
resource "engine_component" "it" {
  type                = %q
  name                = "component"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
}

resource "engine_routine" "it" {
  name         = "routine"
  component_id = engine_component.it.id
  type         = "inference"
  config       = []
  input        = []
  output       = []
}
`, componentType))
	}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: config("algorithm")},
		resource.TestStep{Config: config("connector"), ConfigPlanChecks: checkReplaced("engine_component.it", "engine_routine.it")},
	))
}

// TestAccTab_parentThatDoesNotExist checks that a tab can't move to a dashboard that doesn't exist. The plan must fail, because an apply
// would fail only after it had deleted the tab and its widget. A move to an existing dashboard must replace both the tab and the widget.
func TestAccTab_parentThatDoesNotExist(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := func(dashboard string) string {
		return e.Config(fmt.Sprintf(`
resource "engine_dashboard" "both" {
  count = 2
  name  = "dashboard ${count.index}"
}

resource "engine_tab" "it" {
  name      = "tab"
  dashboard = engine_dashboard.both[%s
}

resource "engine_widget" "it" {
  name = "widget"
  tab  = engine_tab.it.id
  type = "text"
}
`, dashboard))
	}
	var held any
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: config("0].id")},
		resource.TestStep{
			PreConfig:   func() { held = e.Export() },
			Config:      config("1].name"),
			ExpectError: pattern(`dashboard is "dashboard 1", but the engine has no dashboard with this id`),
		},
		resource.TestStep{
			PreConfig: func() {
				if diff := cmp.Diff(held, any(e.Export())); diff != "" {
					t.Errorf("the engine's objects changed (-before +after):\n%s", diff)
				}
			},
			Config: config("1].id"), ConfigPlanChecks: checkReplaced("engine_tab.it", "engine_widget.it"),
		},
	))
}
