// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func tabTest() objectTest {
	return objectTest{
		name: "tab", parents: `
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
		state: map[string]knownvalue.Check{"order": knownvalue.Int64Exact(2)},
	}
}
