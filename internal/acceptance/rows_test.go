// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"strings"
)

// Several resources contain lists of the same type, such as lists of items or parameters. Most functions in this file return the test rows
// for one type of list. A test row contains a value of an attribute and the value to which the test changes it.

// listRows parses lines such as "[local.a] -> [local.a, local.b]" into rows. Each line contains the list's value and its changed value.
// "~>" instead of "->" means that only the order of elements changes. Indented lines continue a row, and "#" begins a comment.
func listRows(list, content string) (rows []row) {
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(content), "\n    ", " "), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		value, changed, reorders := strings.Cut(line, " ~> ")
		if !reorders {
			value, changed, _ = strings.Cut(line, " -> ")
		}
		rows = append(rows, row{attribute: list, value: value, changed: changed, reorders: reorders})
	}
	return rows
}

// requiredRows is like listRows, but for a list that every configuration must declare, so each row is marked as required.
func requiredRows(list, content string) []row {
	rows := listRows(list, content)
	for i := range rows {
		rows[i].required = true
	}
	return rows
}

// extraRow returns a test row for the "extra" attribute, which contains the document keys that have no attribute of their own.
func extraRow() row {
	return row{
		attribute: "extra",
		value:     `jsonencode({ site_code = "a1" })`, changed: `jsonencode({ site_code = "b2" })`, sent: []string{"site_code"},
	}
}

// locals is included in the configurations of all object tests.
const locals = referenceLocals + itemLocals + parameterLocals + dataAddressLocals + thresholdLocals + widgetLocals + componentLocals

const referenceLocals = `
locals {
  north = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a01", name = "North plant" }
  south = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a02", name = "South plant" }
  east  = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a03" }
}
`

// referenceRows returns test rows for a list of references, such as tags.
func referenceRows(list string) []row {
	return listRows(list, `
[local.north, local.south, local.east]
    -> [local.north, { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a04", name = "West plant" }, local.east]
[local.north] -> [local.north, local.east]
[local.north, local.south] -> [local.south]
[local.north, local.south] -> []
[local.north, local.east] ~> [local.east, local.north]
[local.north, local.south] -> [local.north, merge(local.south, { name = "South works" })]
[local.north, local.south] -> [{ id = local.north.id }, local.south]
`)
}

func textRows(list, one, two, three, other string) []row {
	texts := func(texts ...string) string { return `["` + strings.Join(texts, `", "`) + `"]` }
	return []row{
		{attribute: list, value: texts(one, two, three), changed: texts(one, other, three)},
		{attribute: list, value: texts(one), changed: texts(one, two)},
		{attribute: list, value: texts(one, two), changed: texts(two)},
		{attribute: list, value: texts(one, two), changed: `[]`},
		{attribute: list, value: texts(one, two), changed: texts(two, one), reorders: true},
	}
}

// itemLocals declares an item of each type, and a query that groups values. The query_plain of local.a differs from the one that the
// provider would compute. If they were equal, an import would omit it.
const itemLocals = `
locals {
  pump  = { id = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b01", name = "Pump 1" }
  spare = { id = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b02", name = "Pump 2" }
  flow  = { id = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b03", name = "Flow" }
  limit = { id = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b04", name = "Rated flow" }
  a = {
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Flow of pump 1"
    query_filter_asset     = local.pump
    query_filter_attribute = local.flow
    query_plain            = jsonencode([{ "$match" = { asset = local.pump.id, attribute = local.flow.id } }, { "$limit" = 100 }])
    query_sort_field       = "timestamp"
    query_sort_direction   = 1
  }
  b = {
    ref_id                 = "B"
    type                   = "QUERY"
    query_filter_asset     = local.spare
    query_filter_attribute = local.flow
    query_group_unit       = "hour"
    query_group_function   = "avg"
  }
  m = {
    ref_id                = "M"
    type                  = "METADATA"
    query_filter_asset    = local.pump
    query_filter_metadata = local.limit
  }
  e = {
    ref_id     = "E"
    type       = "EXPRESSION"
    label      = "Difference"
    expression = "$A - $B"
  }
}
`

// itemRows returns test rows (changes to the value of an attribute) for a list of items, such as alert_items. members is an HCL expression
// for an object with further attributes, which are added to local.a.
func itemRows(list, members string) []row {
	return listRows(list, strings.ReplaceAll(`
[merge(local.a, MEMBERS), local.b, local.m, local.e] -> [merge(local.a, MEMBERS, { label = "Flow" }), local.b, local.m, local.e]
[local.a] -> [local.a, local.b]
[local.a, local.b] -> [local.a]
[local.a, local.b] -> []
[local.a, local.b] ~> [local.b, local.a]
[local.a, local.b] -> [local.b, merge(local.a, { label = "first" })]
[local.a, local.b] -> [local.a, merge(local.b, { ref_id = "B2" })]
[merge(local.a, MEMBERS)]
    -> [{ ref_id = "A", type = "QUERY", query_filter_asset = local.pump, query_filter_attribute = local.flow }]
[local.a] -> [merge(local.a, {
    type = "METADATA", query_filter_attribute = null, query_filter_metadata = local.limit, query_plain = null
    })]
[local.a] -> [merge(local.a, { query_sort_field = "value", query_sort_direction = 0 })]
[local.a] -> [merge(local.a, { query_filter_asset = { id = local.pump.id } })]
[local.b] -> [merge(local.b, { query_filter_asset = local.pump })]
[local.b] -> [merge(local.b, { query_group_unit = "day", query_group_function = "max" })]
[local.b] -> [merge(local.b, { query_group_unit = null, query_group_function = null })]
[local.m] -> [merge(local.m, { query_filter_metadata = merge(local.limit, { name = "Limit" }) })]
[local.a, local.b, local.e] -> [local.a, local.b, merge(local.e, { expression = "$A * 2" })]
[local.a, local.b, merge(local.e, { expression_plain = jsonencode({
    "$function" = { body = "function (a, b) { return Math.abs(a - b) }", args = ["$A", "$B"], lang = "js" } }) })]
    -> [local.a, local.b, local.e]
[merge(local.a, { extra = jsonencode({ note = "calibrated", unit = "l/s" }) })]
    -> [merge(local.a, { extra = jsonencode({ note = "replaced", unit = "l/s" }) })]
[merge(local.a, { extra = jsonencode({ note = "calibrated", unit = "l/s" }) })]
    -> [merge(local.a, { extra = jsonencode({ unit = "l/s" }) })]
`, "MEMBERS", members))
}

// parameterLocals declares three parameters: one with almost all attributes, one that depends on the first, and one whose value is a
// placeholder for a secret.
const parameterLocals = `
locals {
  model = {
    name        = "model"
    description = "Model of the forecast"
    type        = "str"
    required    = true
    multiple    = false
    sensitive   = false
    choices     = jsonencode(["arima", "prophet"])
    value       = jsonencode("arima")
  }
  order = { name = "order", type = "int", depends_on = "model", value = jsonencode(3) }
  token = { name = "token", type = "str", sensitive = true, value = jsonencode("$${{secret.API_TOKEN}}") }
}
`

// parameterRows returns test rows for a required list of parameters.
func parameterRows(list string) []row {
	return requiredRows(list, `
[local.model, local.order, local.token] -> [merge(local.model, { value = jsonencode("prophet") }), local.order, local.token]
[local.model] -> [local.model, local.order]
[local.model, local.order, local.token] -> [local.model, local.order]
[local.model] -> []
[] -> [local.model]
[local.model, local.token] ~> [local.token, local.model]
[local.model, local.token] -> [merge(local.model, { name = "kind" }), local.token]
[local.model] -> [{ name = "model", type = "str" }]
[local.model]
    -> [merge(local.model, { description = "Model", required = false, multiple = true, sensitive = true, value = jsonencode(["arima"]) })]
[local.model] -> [merge(local.model, { choices = jsonencode(["arima", "prophet", "naive"]) })]
[local.model, local.order] -> [local.model, merge(local.order, { type = "float", depends_on = null, value = jsonencode(2.5) })]
[merge(local.token, { type = "Asset", value = jsonencode({ id = "pump-1", name = "Pump 1" }) })]
    -> [merge(local.token, { type = "Asset", value = jsonencode({ id = "pump-1" }) })]
# Not a sensitive one: null may stand for a secret there, so that its drift is no drift.
[merge(local.token, { sensitive = false })] -> [merge(local.token, { sensitive = false, value = null })]
[merge(local.token, { extra = jsonencode({ group = "access" }) })]
    -> [merge(local.token, { extra = jsonencode({ group = "network" }) })]
[merge(local.token, { extra = jsonencode({ group = "access" }) })] -> [local.token]
`)
}

// dataAddressLocals declares three data addresses (inputs or outputs): one with every attribute, one whose value is a list of data
// addresses, and one without a value.
const dataAddressLocals = `
locals {
  measured = {
    name        = "measured"
    description = "Measured flow"
    type        = "DataAddress"
    value_type  = "Number"
    required    = true
    multiple    = false
    sensitive   = false
    value       = jsonencode({ asset = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b01", attribute = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b03" })
  }
  weather = {
    name     = "weather"
    multiple = true
    value = jsonencode([
      { asset = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b05", attribute = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b06" },
      { asset = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b05", attribute = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b07" },
    ])
  }
  target = { name = "target", value_type = "String" }
}
`

// dataAddressRows returns test rows for a required list of data addresses, such as a routine's input.
func dataAddressRows(list string) []row {
	return requiredRows(list, `
[local.target] -> [merge(local.target, { value_type = "AssetAttribute" })]
[local.measured, local.weather, local.target] -> [local.measured, local.weather, merge(local.target, { value_type = "Boolean" })]
[local.measured] -> [local.measured, local.target]
[local.measured, local.weather] -> [local.weather]
[local.measured] -> []
[] -> [local.target]
[local.measured, local.target] ~> [local.target, local.measured]
[local.measured, local.target] -> [local.measured, merge(local.target, { name = "result" })]
[local.measured]
    -> [merge(local.measured, { description = "Flow", required = false, multiple = true, sensitive = true, value = jsonencode([]) })]
[local.measured]
    -> [merge(local.measured, {
    value = jsonencode({ asset = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b02", attribute = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b03" })
    })]
[local.measured] -> [{ name = "measured" }]
[merge(local.target, { extra = jsonencode({ rank = 1 }) })] -> [merge(local.target, { extra = jsonencode({ rank = 2 }) })]
`)
}
