// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func routineTest() objectTest {
	return objectTest{
		name: "routine", parents: `
resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Forecast of routines"
  version             = "1.0.0"
  input               = []
  output              = []
  routines            = [{ name = "inference" }, { name = "training" }]
  deployment_capacity = "small"
}

resource "engine_component" "anomaly" {
  type                = "algorithm"
  name                = "Anomaly"
  version             = "1.0.0"
  input               = []
  output              = []
  routines            = [{ name = "inference" }, { name = "training" }]
  deployment_capacity = "small"
}
`,
		rows: slices.Concat(
			[]row{
				{attribute: "name", value: `"Flow of pump 1"`, changed: `"Flow of pump 2"`, required: true},
				{attribute: "description", value: `"Forecasts the flow"`, changed: `"Forecasts the flow of a week"`},
				{attribute: "component_id", value: "engine_component.forecast.id", changed: "engine_component.anomaly.id", required: true},
				{attribute: "type", value: `"inference"`, changed: `"training"`, required: true},
			},
			parameterRows("config"),
			dataAddressRows("input"),
			dataAddressRows("output"),
			[]row{extraRow()},
		),
		state: map[string]knownvalue.Check{"config": knownvalue.ListSizeExact(3)},
	}
}
