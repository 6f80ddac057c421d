resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Forecast"
  version             = "1.0"
  deployment_capacity = "small"

  input = [
    { name = "horizon", type = "int", value = jsonencode(24) },
    {
      name      = "api key"
      type      = "str"
      sensitive = true
      # The engine keeps the value, which is a secret. To declare it, set the variable and uncomment:
      # value_wo         = jsonencode(var.forecast_api_key)
      # value_wo_version = 1
    },
    {
      name  = "model"
      type  = "str"
      value = jsonencode({ a-b = [1, 2.5, "x"], big = 12345678901234567, "for" = null })
    },
  ]

  output   = []
  routines = [{ name = "inference" }]
}

resource "engine_routine" "pump_1" {
  name         = "Pump 1"
  component_id = engine_component.forecast.id
  type         = "inference"

  config = [
    { name = "component", type = "Component", value = jsonencode(engine_component.forecast.id) },
  ]

  input = [{
    name       = "in"
    value_type = "Number"
    value      = jsonencode({ asset = local.pump_1.id, attribute = local.flow.id })
  }]

  output = [{
    name       = "out"
    value_type = "Number"
    value      = jsonencode({ asset = local.pump_1.id, attribute = "00000000-0000-4000-8000-000000000902" })
  }]
}
