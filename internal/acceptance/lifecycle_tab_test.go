// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

func tabCases() []lifecycleCase {
	return []lifecycleCase{{
		name: "tab", object: "tab", parents: `
resource "engine_dashboard" "north" {
  name = "North plant"
}

resource "engine_dashboard" "south" {
  name = "South plant"
}
`,
		rows: []row{
			{attribute: "name", value: `"Overview"`, changed: `"Summary"`, required: true},
			{attribute: "dashboard", value: "engine_dashboard.north.id", changed: "engine_dashboard.south.id", required: true, replaces: true},
			{attribute: "order", value: "2", changed: "1"},
			{attribute: "order", value: "2", changed: "0"},
			extraRow(),
		},
	}}
}
