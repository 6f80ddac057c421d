// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"slices"
)

func componentCases() []lifecycleCase {
	return []lifecycleCase{{
		name: "component", object: "component",
		parents: parameterLocals + dataAddressLocals + referenceLocals + componentLocals,
		rows: slices.Concat(
			[]row{
				{attribute: "type", value: `"algorithm"`, changed: `"connector"`, required: true, replaces: true},
				{attribute: "name", value: `"Forecast"`, changed: `"Flow forecast"`, required: true},
				{attribute: "description", value: `"Forecasts a flow from its past"`, changed: `"Forecasts a flow"`},
				{attribute: "version", value: `"1.4.0"`, changed: `"1.5.0"`, required: true},
				{attribute: "deployment_capacity", value: `"small"`, changed: `"very_large"`, required: true},
				{attribute: "deployment_type", value: `"SERVICE_HOSTED"`}, // it is sent where none is declared, so that no update clears it
			},
			parameterRows("input"),
			componentOutputRows(), routineKindRows(), customTypeRows(), endpointRows(),
			referenceRows("tags"),
			[]row{extraRow()},
		),
	}}
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
	return []row{
		{attribute: "output", required: true, value: `[local.series, local.report]`, changed: `[local.series, { name = "summary" }]`},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[local.series, local.report]`},
		{attribute: "output", required: true, value: `[local.series, local.report]`, changed: `[local.report]`},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[]`},
		{attribute: "output", required: true, value: `[local.series, local.report]`, changed: `[local.report, local.series]`, reorders: true},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[merge(local.series, { fields = [local.series.fields[0]] })]`},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[merge(local.series, { fields = reverse(local.series.fields) })]`, reorders: true},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[merge(local.series, { fields = [{ name = "at", type = "datetime" }, local.series.fields[1]] })]`},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[merge(local.series, { fields = [local.series.fields[0], { name = "value", type = "int", filterable = false }] })]`},
		{attribute: "output", required: true, value: `[local.series]`, changed: `[merge(local.series, { fields = null })]`},
		{attribute: "output", required: true, value: `[merge(local.report, { extra = jsonencode({ format = "pdf" }) })]`, changed: `[merge(local.report, { extra = jsonencode({ format = "csv" }) })]`},
	}
}

func routineKindRows() []row {
	return []row{
		{attribute: "routines", required: true, value: `[local.inference, local.training]`, changed: `[merge(local.inference, { max_instances = 10 }), local.training]`},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[local.inference, local.training]`},
		{attribute: "routines", required: true, value: `[local.inference, local.training]`, changed: `[local.training]`},
		{attribute: "routines", required: true, value: `[local.inference, local.training]`, changed: `[local.training, local.inference]`, reorders: true},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[merge(local.inference, { config = [local.model] })]`},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[merge(local.inference, { config = [local.model, merge(local.order, { value = null })] })]`},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[merge(local.inference, { input = [merge(local.measured, { description = null })] })]`},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[merge(local.inference, { output = [local.target, { name = "quality" }] })]`},
		{attribute: "routines", required: true, value: `[local.inference]`, changed: `[{ name = "inference" }]`},
	}
}

func customTypeRows() []row {
	return []row{
		{attribute: "custom_types", value: `[local.window, local.season]`, changed: `[local.window, { name = "Weekday" }]`},
		{attribute: "custom_types", value: `[local.window]`, changed: `[local.window, local.season]`},
		{attribute: "custom_types", value: `[local.window, local.season]`, changed: `[local.season]`},
		{attribute: "custom_types", value: `[local.window, local.season]`, changed: `[local.season, local.window]`, reorders: true},
		{attribute: "custom_types", value: `[local.window]`, changed: `[merge(local.window, { fields = [local.window.fields[0]] })]`},
		{attribute: "custom_types", value: `[local.window]`, changed: `[merge(local.window, { fields = [{ name = "from", type = "int" }, local.window.fields[1]] })]`},
		{attribute: "custom_types", value: `[local.window]`, changed: `[{ name = "Window" }]`},
	}
}

func endpointRows() []row {
	return []row{
		{attribute: "endpoints", value: `[local.api, local.metrics]`, changed: `[merge(local.api, { port = 8443 }), local.metrics]`},
		{attribute: "endpoints", value: `[local.api]`, changed: `[local.api, local.metrics]`},
		{attribute: "endpoints", value: `[local.api, local.metrics]`, changed: `[local.metrics]`},
		{attribute: "endpoints", value: `[local.api, local.metrics]`, changed: `[local.metrics, local.api]`, reorders: true},
		{attribute: "endpoints", value: `[local.api]`, changed: `[{ name = "api" }]`},
		{attribute: "endpoints", value: `[merge(local.api, { extra = jsonencode({ protocol = "http" }) })]`, changed: `[local.api]`},
	}
}
