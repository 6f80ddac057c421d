# Give every algorithm whose name contains "forecast" a routine for the same pump.

data "engine_components" "forecasts" {
  type          = "algorithm"
  name_contains = "forecast"
}

locals {
  pump = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"
}

resource "engine_routine" "pump_1" {
  for_each = { for component in data.engine_components.forecasts.components : component.id => component }

  name         = "${each.value.name} of pump 1"
  component_id = each.key
  type         = "inference"

  input = [{
    name       = "measured"
    value_type = "Number"
    value      = jsonencode({ asset = local.pump, attribute = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40" })
  }]
}
