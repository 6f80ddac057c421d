resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Pressure forecast"
  version             = "1.4.0"
  deployment_capacity = "small"

  input = [
    { name = "horizon", type = "int", required = true, value = jsonencode(24) },
    { name = "api_key", type = "str", sensitive = true, value = jsonencode("$${{secret.WEATHER}}") },
  ]
  output = [{
    name = "forecasts"
    fields = [
      { name = "timestamp", type = "datetime", filterable = true },
      { name = "value", type = "float" },
    ]
  }]
  routines = [{
    name   = "inference"
    config = [{ name = "schedule", type = "crontab" }]
    input  = [{ name = "measured", value_type = "Number", required = true }]
    output = [{ name = "forecasted", value_type = "Number", required = true }]
  }]
  endpoints = [{ name = "metrics", port = 9090 }]
}
