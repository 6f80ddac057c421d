// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
)

// Lists of the same kind of element are parts of more than one object. The functions here give the rows that such a list
// tries: an element added, removed and moved, a member of an element changed and cleared. The elements are locals, which
// belong to the case's configuration.

// extraRow is the row of keys that have no attribute.
func extraRow() row {
	return row{
		attribute: "extra",
		value:     `jsonencode({ site_code = "a1" })`, changed: `jsonencode({ site_code = "b2" })`, sent: []string{"site_code"},
	}
}

const referenceLocals = `
locals {
  north = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a01", name = "North plant" }
  south = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a02", name = "South plant" }
  east  = { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a03" }
}
`

// referenceRows need referenceLocals.
func referenceRows(list string) []row {
	return []row{
		{attribute: list, value: `[local.north, local.south, local.east]`, changed: `[local.north, { id = "0e5a2c7c-33a5-4d5e-9b7e-0f0c3f1c9a04", name = "West plant" }, local.east]`},
		{attribute: list, value: `[local.north]`, changed: `[local.north, local.east]`},
		{attribute: list, value: `[local.north, local.south]`, changed: `[local.south]`},
		{attribute: list, value: `[local.north, local.south]`, changed: `[]`},
		{attribute: list, value: `[local.north, local.east]`, changed: `[local.east, local.north]`, reorders: true},
		{attribute: list, value: `[local.north, local.south]`, changed: `[local.north, merge(local.south, { name = "South works" })]`},
		{attribute: list, value: `[local.north, local.south]`, changed: `[{ id = local.north.id }, local.south]`},
	}
}

// textRows are those of a list of texts: three of them and another one.
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

// itemLocals are one item of each type, and a query that groups values. The one plain text that is declared differs from
// what the provider would derive: an import leaves derived texts out.
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

// itemRows need itemLocals. members are those that the items of this list have beyond the others', as an object.
func itemRows(list, members string) []row {
	return []row{
		{attribute: list, value: `[merge(local.a, ` + members + `), local.b, local.m, local.e]`, changed: `[merge(local.a, ` + members + `, { label = "Flow" }), local.b, local.m, local.e]`},
		{attribute: list, value: `[local.a]`, changed: `[local.a, local.b]`},
		{attribute: list, value: `[local.a, local.b]`, changed: `[local.a]`},
		{attribute: list, value: `[local.a, local.b]`, changed: `[]`},
		{attribute: list, value: `[local.a, local.b]`, changed: `[local.b, local.a]`, reorders: true},
		{attribute: list, value: `[local.a, local.b]`, changed: `[local.a, merge(local.b, { ref_id = "B2" })]`},
		{attribute: list, value: `[merge(local.a, ` + members + `)]`, changed: `[{ ref_id = "A", type = "QUERY", query_filter_asset = local.pump, query_filter_attribute = local.flow }]`},
		{attribute: list, value: `[local.a]`, changed: `[merge(local.a, { type = "METADATA", query_filter_attribute = null, query_filter_metadata = local.limit, query_plain = null })]`},
		{attribute: list, value: `[local.a]`, changed: `[merge(local.a, { query_sort_field = "value", query_sort_direction = 0 })]`},
		{attribute: list, value: `[local.a]`, changed: `[merge(local.a, { query_filter_asset = { id = local.pump.id } })]`},
		{attribute: list, value: `[local.b]`, changed: `[merge(local.b, { query_filter_asset = local.pump })]`},
		{attribute: list, value: `[local.b]`, changed: `[merge(local.b, { query_group_unit = "day", query_group_function = "max" })]`},
		{attribute: list, value: `[local.b]`, changed: `[merge(local.b, { query_group_unit = null, query_group_function = null })]`},
		{attribute: list, value: `[local.m]`, changed: `[merge(local.m, { query_filter_metadata = merge(local.limit, { name = "Limit" }) })]`},
		{attribute: list, value: `[local.a, local.b, local.e]`, changed: `[local.a, local.b, merge(local.e, { expression = "$A * 2" })]`},
		{
			attribute: list, changed: `[local.a, local.b, local.e]`,
			value: `[local.a, local.b, merge(local.e, {
				expression_plain = jsonencode({ "$function" = { body = "function (a, b) { return Math.abs(a - b) }", args = ["$A", "$B"], lang = "js" } })
			})]`,
		},
		{attribute: list, value: `[merge(local.a, { extra = jsonencode({ note = "calibrated", unit = "l/s" }) })]`, changed: `[merge(local.a, { extra = jsonencode({ note = "replaced", unit = "l/s" }) })]`},
		{attribute: list, value: `[merge(local.a, { extra = jsonencode({ note = "calibrated", unit = "l/s" }) })]`, changed: `[merge(local.a, { extra = jsonencode({ unit = "l/s" }) })]`},
	}
}

// parameterLocals are a parameter with every member, one that depends on it, and one whose value is a placeholder.
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

// parameterRows need parameterLocals. Their lists are required, or parts of other elements: nothing clears them.
func parameterRows(list string) []row {
	return []row{
		{attribute: list, required: true, value: `[local.model, local.order, local.token]`, changed: `[merge(local.model, { value = jsonencode("prophet") }), local.order, local.token]`},
		{attribute: list, required: true, value: `[local.model]`, changed: `[local.model, local.order]`},
		{attribute: list, required: true, value: `[local.model, local.order, local.token]`, changed: `[local.model, local.order]`},
		{attribute: list, required: true, value: `[local.model]`, changed: `[]`},
		{attribute: list, required: true, value: `[]`, changed: `[local.model]`},
		{attribute: list, required: true, value: `[local.model, local.token]`, changed: `[local.token, local.model]`, reorders: true},
		{attribute: list, required: true, value: `[local.model, local.token]`, changed: `[merge(local.model, { name = "kind" }), local.token]`},
		{attribute: list, required: true, value: `[local.model]`, changed: `[{ name = "model", type = "str" }]`},
		{attribute: list, required: true, value: `[local.model]`, changed: `[merge(local.model, { description = "Model", required = false, multiple = true, sensitive = true, value = jsonencode(["arima"]) })]`},
		{attribute: list, required: true, value: `[local.model]`, changed: `[merge(local.model, { choices = jsonencode(["arima", "prophet", "naive"]) })]`},
		{attribute: list, required: true, value: `[local.model, local.order]`, changed: `[local.model, merge(local.order, { type = "float", depends_on = null, value = jsonencode(2.5) })]`},
		{attribute: list, required: true, value: `[merge(local.token, { type = "Asset", value = jsonencode({ id = "pump-1", name = "Pump 1" }) })]`, changed: `[merge(local.token, { type = "Asset", value = jsonencode({ id = "pump-1" }) })]`},
		// Not a sensitive one: null may stand for a secret there, so that its drift is no drift.
		{attribute: list, required: true, value: `[merge(local.token, { sensitive = false })]`, changed: `[merge(local.token, { sensitive = false, value = null })]`},
		{attribute: list, required: true, value: `[merge(local.token, { extra = jsonencode({ group = "access" }) })]`, changed: `[merge(local.token, { extra = jsonencode({ group = "network" }) })]`},
		{attribute: list, required: true, value: `[merge(local.token, { extra = jsonencode({ group = "access" }) })]`, changed: `[local.token]`},
	}
}

// dataAddressLocals are an address with every member, one of several places, and one that is unset.
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

// dataAddressRows need dataAddressLocals. Their lists are required.
func dataAddressRows(list string) []row {
	return []row{
		{attribute: list, required: true, value: `[local.target]`, changed: `[merge(local.target, { value_type = "AssetAttribute" })]`},
		{attribute: list, required: true, value: `[local.measured, local.weather, local.target]`, changed: `[local.measured, local.weather, merge(local.target, { value_type = "Boolean" })]`},
		{attribute: list, required: true, value: `[local.measured]`, changed: `[local.measured, local.target]`},
		{attribute: list, required: true, value: `[local.measured, local.weather]`, changed: `[local.weather]`},
		{attribute: list, required: true, value: `[local.measured]`, changed: `[]`},
		{attribute: list, required: true, value: `[]`, changed: `[local.target]`},
		{attribute: list, required: true, value: `[local.measured, local.target]`, changed: `[local.target, local.measured]`, reorders: true},
		{attribute: list, required: true, value: `[local.measured, local.target]`, changed: `[local.measured, merge(local.target, { name = "result" })]`},
		{attribute: list, required: true, value: `[local.measured]`, changed: `[merge(local.measured, { description = "Flow", required = false, multiple = true, sensitive = true, value = jsonencode([]) })]`},
		{attribute: list, required: true, value: `[local.measured]`, changed: `[merge(local.measured, { value = jsonencode({ asset = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b02", attribute = "6a0b7a0e-5f7d-4c1c-8a53-5d2f8f6e1b03" }) })]`},
		{attribute: list, required: true, value: `[local.measured]`, changed: `[{ name = "measured" }]`},
		{attribute: list, required: true, value: `[merge(local.target, { extra = jsonencode({ rank = 1 }) })]`, changed: `[merge(local.target, { extra = jsonencode({ rank = 2 }) })]`},
	}
}
