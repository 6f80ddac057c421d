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

// TestAccReplacement_children replaces parents, such as a dashboard with tabs. The engine deletes the children together with their
// parent. So Terraform must replace the children too, and not update them.
func TestAccReplacement_children(t *testing.T) {
	for _, c := range []struct {
		name          string
		config        string // has a placeholder for the value that replaces the parent
		before, after string
		parent, child string
	}{
		{
			name: "widget of a tab that goes to another dashboard",
			config: `
resource "engine_dashboard" "both" {
  count = 2
  name  = "dashboard ${count.index}"
}

resource "engine_tab" "it" {
  name      = "tab"
  dashboard = engine_dashboard.both[%s].id
}

resource "engine_widget" "it" {
  name = "widget"
  tab  = engine_tab.it.id
  type = "text"
}
`,
			before: "0", after: "1",
			parent: "engine_tab.it", child: "engine_widget.it",
		},
		{
			name: "routine of a component of another type",
			config: `
resource "engine_component" "it" {
  type                = "%s"
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
`,
			before: "algorithm", after: "connector",
			parent: "engine_component.it", child: "engine_routine.it",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := startEngine(t, refserver.Options{})
			replaced := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(c.parent, plancheck.ResourceActionReplace),
				plancheck.ExpectResourceAction(c.child, plancheck.ResourceActionReplace),
			}}
			resource.ParallelTest(t, e.testCase(
				resource.TestStep{Config: e.Config(fmt.Sprintf(c.config, c.before))},
				resource.TestStep{Config: e.Config(fmt.Sprintf(c.config, c.after)), ConfigPlanChecks: replaced},
			))
		})
	}
}

// TestAccTab_parentThatDoesNotExist changes the dashboard of a tab to a string that is not an id. The plan must fail, because the apply
// would delete the tab with its widget first. Then it changes it to a different dashboard, which exists.
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
			ExpectError: words(`dashboard is "dashboard 1", but the engine has no dashboard with this id`),
		},
		resource.TestStep{
			PreConfig: func() {
				if diff := cmp.Diff(held, any(e.Export())); diff != "" {
					t.Errorf("the engine's objects changed (-before +after):\n%s", diff)
				}
			},
			Config: config("1].id"),
		},
	))
}
