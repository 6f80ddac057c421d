// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func dashboardTest() objectTest {
	return objectTest{
		name: "dashboard",
		rows: slices.Concat(
			[]row{
				{attribute: "name", value: `"Pump stations"`, changed: `"Pumps"`, required: true},
				{attribute: "description", value: `"Flow and pressure of all stations"`, changed: `"Flow of all stations"`},
				{attribute: "description", value: `"Flow and pressure of all stations"`, changed: `""`},
			},
			referenceRows("assets"),
			referenceRows("tags"),
			[]row{extraRow()},
		),
		state: map[string]knownvalue.Check{"name": knownvalue.StringExact("Pump stations"), "tags": knownvalue.ListSizeExact(3)},
	}
}
