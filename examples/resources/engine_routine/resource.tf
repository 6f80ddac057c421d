# The smallest routine that does something: it reads one attribute of an asset and writes another.

resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Pressure forecast"
  version             = "1.4.0"
  deployment_capacity = "small"
  routines = [{
    name   = "inference"
    input  = [{ name = "measured", value_type = "Number", required = true }]
    output = [{ name = "forecasted", value_type = "Number", required = true }]
  }]
}

locals {
  pump = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"
}

resource "engine_routine" "pump_1" {
  name         = "Forecast of pump 1"
  component_id = engine_component.forecast.id
  type         = "inference"

  config = [] # You can omit this empty list. It is declared here because an import writes it.
  input = [{
    name       = "measured"
    value_type = "Number"
    value      = jsonencode({ asset = local.pump, attribute = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40" })
  }]
  output = [{
    name       = "forecasted"
    value_type = "Number"
    value      = jsonencode({ asset = local.pump, attribute = "6e2b7a91-c4d3-4f58-b1e0-9a8c5d7f3e21" })
  }]
}
