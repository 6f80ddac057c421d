// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestWarningBeforeChildrenAreDeleted plans the deletion of a parent with managed children and one that somebody has made by hand. Only the
// latter may be named, in whatever order Terraform plans the deletions.
func TestWarningBeforeChildrenAreDeleted(t *testing.T) {
	t.Parallel()
	const dashboard = "resource \"engine_dashboard\" \"it\" {\n  name = \"D\"\n}\n"
	const tab = "resource \"engine_tab\" \"it\" {\n  name = \"T\"\n  dashboard = engine_dashboard.it.id\n}\n"
	const widgets = "resource \"engine_widget\" \"it\" {\n  count = 12\n  name = \"W\"\n  type = \"text\"\n  tab = engine_tab.it.id\n}\n"
	const component = `
		resource "engine_component" "it" {
		  type                = "algorithm"
		  name                = "C"
		  version             = "1"
		  deployment_capacity = "small"
		  output              = []
		}
		resource "engine_routine" "it" {
		  name         = "R"
		  type         = "t"
		  component_id = engine_component.it.id
		}
	`
	const moved = "resource \"engine_dashboard\" \"other\" {\n  name = \"O\"\n}\n"
	for name, c := range map[string]struct {
		habits                []string
		before, after         string
		kind, scope, parent   string // of the object that is made by hand
		destroys, onlyManaged bool
		want                  string
	}{
		"a tab that is removed": {
			before: dashboard + tab + widgets, after: dashboard, kind: "widget", scope: "tab", parent: "tab",
			want: "Deleting the tab T also deletes 1 widget that is not managed by this configuration: by hand (ID).",
		},
		"a tab on an engine that ignores filters": {
			habits: []string{"no-filters", "rich-references"}, before: dashboard + tab + widgets, after: dashboard, kind: "widget", scope: "tab",
			parent: "tab", want: "Deleting the tab T also deletes 1 widget that is not managed by this configuration: by hand (ID).",
		},
		"terraform destroy": {
			before: dashboard + tab + widgets, kind: "tab", scope: "dashboard", parent: "dashboard", destroys: true,
			want: "Deleting the dashboard D also deletes 1 tab that is not managed by this configuration: by hand (ID).",
		},
		"a component": {
			before: component, kind: "routine", scope: "component_id", parent: "component",
			want: "Deleting the component C also deletes 1 routine that is not managed by this configuration: by hand (ID).",
		},
		"a tab that is replaced": {
			before: dashboard + tab + moved, after: dashboard + moved + strings.Replace(tab, "dashboard.it", "dashboard.other", 1),
			kind: "widget", scope: "tab", parent: "tab",
			want: "Replacing the tab T also deletes 1 widget. Terraform creates only those again that this configuration manages. " +
				"To keep the others, move them in the engine first: by hand (ID).",
		},
		"only managed children":       {before: dashboard + tab + widgets, onlyManaged: true},
		"managed, terraform destroy":  {before: dashboard + tab + widgets, onlyManaged: true, destroys: true},
		"an engine that has no lists": {habits: []string{"no-lists"}, before: dashboard + tab, kind: "widget", scope: "tab", parent: "tab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: c.habits})
			run := startProviders(t, factories())
			run.apply(t, e.Config(c.before))
			if !c.onlyManaged {
				parent := e.Objects(c.parent)[0]["id"]
				made := map[string]any{"id": "ID", "name": "by hand", "type": "text", c.scope: parent}
				if err := e.Seed(map[string][]map[string]any{c.kind: {made}}); err != nil {
					t.Fatal(err)
				}
			}
			arguments := []string{"plan", "-destroy"}
			if !c.destroys {
				run.configure(t, e.Config(c.after))
				arguments = arguments[:1]
			}
			terraformtest.Do(t, run.Terraform, arguments)
			printed := strings.Join(strings.Fields(run.printed(t)), " ")
			if got := strings.Count(printed, "also deletes"); (got > 0) != (c.want != "") || !strings.Contains(printed, c.want) {
				t.Errorf("%d warnings, want %q in\n%s", got, c.want, printed)
			}
		})
	}
}
