// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestChildrenFollowAReplacedParent replaces parents, such as a dashboard with tabs. The engine deletes the children together with their
// parent. So Terraform must replace the children too, and not update them.
func TestChildrenFollowAReplacedParent(t *testing.T) {
	t.Parallel()
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
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			run := startProviders(t, factories())
			run.applied(t, e.Config(fmt.Sprintf(c.config, c.before)))
			actions := run.applied(t, e.Config(fmt.Sprintf(c.config, c.after)))
			if actions[c.parent] != "replace" || actions[c.child] != "replace" {
				t.Errorf("the plan is %v", actions)
			}
			run.destroy(t, e)
		})
	}
}

// TestParentThatDoesNotExist changes the dashboard of a tab to a text that is no id. The plan must fail, because the apply would delete the
// tab with its widget first. Then it changes it to another existing dashboard.
func TestParentThatDoesNotExist(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
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
	run.applied(t, config("0].id"))
	held := e.Export()
	run.fails(t, config("1].name"), `dashboard is "dashboard 1", but the engine has no dashboard with this id`)
	if diff := cmp.Diff(held, e.Export()); diff != "" {
		t.Errorf("the engine's objects changed (-before +after):\n%s", diff)
	}
	run.applied(t, config("1].id"))
	run.destroy(t, e)
}

// TestWidgetMoves changes the tab of a widget to another existing tab. This must be an update, not a replacement.
func TestWidgetMoves(t *testing.T) {
	t.Parallel()
	moves(t, "engine_widget.it", "tab", "engine_tab.both", `
resource "engine_dashboard" "it" {
  name = "dashboard"
}

resource "engine_tab" "both" {
  count     = 2
  name      = "tab ${count.index}"
  dashboard = engine_dashboard.it.id
}

resource "engine_widget" "it" {
  name = "widget"
  tab  = engine_tab.both[%d].id
  type = "text"
}
`)
}

// TestRoutineMoves changes the component of a routine to another existing component. This must be an update, not a replacement (interface
// document, section 4.5).
func TestRoutineMoves(t *testing.T) {
	t.Parallel()
	moves(t, "engine_routine.it", "component_id", "engine_component.both", `
resource "engine_component" "both" {
  count               = 2
  type                = "algorithm"
  name                = "component ${count.index}"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
}

resource "engine_routine" "it" {
  name         = "routine"
  component_id = engine_component.both[%d].id
  type         = "inference"
  config       = []
  input        = []
  output       = []
}
`)
}

// moves applies a configuration whose child belongs to the first parent, and then to the second. The plan must be an update. The text %d in
// the configuration stands for the parent's index.
func moves(t *testing.T, child, attribute, parents, config string) {
	t.Helper()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	run.applied(t, e.Config(fmt.Sprintf(config, 0)))
	if action := run.applied(t, e.Config(fmt.Sprintf(config, 1)))[child]; action != "update" {
		t.Errorf("the plan is %q", action)
	}
	if parent := run.state(t)[child][attribute]; parent != run.stateIDs(t)[parents+"[1]"] {
		t.Errorf("%s is %v in state", attribute, parent)
	}
	run.destroy(t, e)
}
