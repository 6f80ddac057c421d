// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func componentTest() objectTest {
	return objectTest{
		name: "component",
		rows: slices.Concat(
			[]row{
				{attribute: "type", value: `"algorithm"`, changed: `"connector"`, required: true, replaces: true},
				{attribute: "name", value: `"Forecast"`, changed: `"Flow forecast"`, required: true},
				{attribute: "description", value: `"Forecasts a flow from its past"`, changed: `"Forecasts a flow"`},
				{attribute: "version", value: `"1.4.0"`, changed: `"1.5.0"`, required: true},
				{attribute: "deployment_capacity", value: `"small"`, changed: `"very_large"`, required: true},
				// "SERVICE_HOSTED" is the default, so removing the attribute from the configuration sends no request.
				{attribute: "deployment_type", value: `"SERVICE_HOSTED"`, sent: []string{}},
			},
			parameterRows("input"),
			componentOutputRows(), routineKindRows(), customTypeRows(), endpointRows(),
			referenceRows("tags"),
			[]row{extraRow()},
		),
		state: map[string]knownvalue.Check{"deployment_capacity": knownvalue.StringExact("small")},
	}
}

const componentLocals = `
locals {
  series = {
    name = "series"
    fields = [
      { name = "at", description = "Time of the value", type = "datetime", filterable = true },
      { name = "value", type = "float" },
    ]
  }
  report = { name = "report" }

  inference = {
    name          = "inference"
    max_instances = 5
    config        = [local.model, local.order]
    input         = [local.measured]
    output        = [local.target]
  }
  training = { name = "training" }

  window = {
    name = "Window"
    fields = [
      { name = "from", description = "First day", type = "int", required = true },
      { name = "to", type = "int" },
    ]
  }
  season = { name = "Season" }

  api     = { name = "api", port = 8080 }
  metrics = { name = "metrics", port = 9090 }
}
`

func componentOutputRows() []row {
	return requiredRows("output", `
[local.series, local.report] -> [local.series, { name = "summary" }]
[local.series] -> [local.series, local.report]
[local.series, local.report] -> [local.report]
[local.series] -> []
[local.series, local.report] ~> [local.report, local.series]
[local.series] -> [merge(local.series, { fields = [local.series.fields[0]] })]
[local.series] ~> [merge(local.series, { fields = reverse(local.series.fields) })]
[local.series] -> [merge(local.series, { fields = [{ name = "at", type = "datetime" }, local.series.fields[1]] })]
[local.series] -> [merge(local.series, { fields = [local.series.fields[0], { name = "value", type = "int", filterable = false }] })]
[local.series] -> [merge(local.series, { fields = null })]
[merge(local.report, { extra = jsonencode({ format = "pdf" }) })] -> [merge(local.report, { extra = jsonencode({ format = "csv" }) })]
`)
}

func routineKindRows() []row {
	return requiredRows("routines", `
[local.inference, local.training] -> [merge(local.inference, { max_instances = 10 }), local.training]
[local.inference] -> [local.inference, local.training]
[local.inference, local.training] -> [local.training]
[local.inference, local.training] ~> [local.training, local.inference]
[local.inference] -> [merge(local.inference, { config = [local.model] })]
[local.inference] -> [merge(local.inference, { config = [local.model, merge(local.order, { value = null })] })]
[local.inference] -> [merge(local.inference, { input = [merge(local.measured, { description = null })] })]
[local.inference] -> [merge(local.inference, { output = [local.target, { name = "quality" }] })]
[local.inference] -> [{ name = "inference" }]
`)
}

func customTypeRows() []row {
	return listRows("custom_types", `
[local.window, local.season] -> [local.window, { name = "Weekday" }]
[local.window] -> [local.window, local.season]
[local.window, local.season] -> [local.season]
[local.window, local.season] ~> [local.season, local.window]
[local.window] -> [merge(local.window, { fields = [local.window.fields[0]] })]
[local.window] -> [merge(local.window, { fields = [{ name = "from", type = "int" }, local.window.fields[1]] })]
[local.window] -> [{ name = "Window" }]
`)
}

func endpointRows() []row {
	return listRows("endpoints", `
[local.api, local.metrics] -> [merge(local.api, { port = 8443 }), local.metrics]
[local.api] -> [local.api, local.metrics]
[local.api, local.metrics] -> [local.metrics]
[local.api, local.metrics] ~> [local.metrics, local.api]
[local.api] -> [{ name = "api" }]
[merge(local.api, { extra = jsonencode({ protocol = "http" }) })] -> [local.api]
`)
}
