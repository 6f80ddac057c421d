// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"
)

func dashboardCases() []lifecycleCase {
	return []lifecycleCase{{
		name: "dashboard", object: "dashboard", parents: referenceLocals,
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
	}}
}
