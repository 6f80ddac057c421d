# A component with parameters, a custom parameter type, outputs, a kind of routine, endpoints and tags.

resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Pressure forecast"
  description         = "Forecasts the pressure of a pump from its past."
  version             = "1.4.0"
  deployment_capacity = "medium"
  deployment_type     = "SERVICE_HOSTED"
  tags                = [{ id = "c1b7e9d2-03a5-4c6e-8f1b-2d9e4a7f6b30", name = "water" }]
  running             = true

  # The parameters of the component. Their values are JSON: jsonencode("forest"), jsonencode(24), jsonencode(true).
  input = [
    { name = "horizon", description = "Hours to forecast", type = "int", required = true, value = jsonencode(24) },
    { name = "model", type = "str", choices = jsonencode(["forest", "autoencoder"]), value = jsonencode("forest") },
    { name = "trees", type = "int", depends_on = "model", value = jsonencode(200) },
    { name = "quantiles", type = "float", multiple = true, value = jsonencode([0.05, 0.5, 0.95]) },
    { name = "season", type = "Season", value = jsonencode({ from = "05-01", to = "09-30" }) },
    { name = "weather_key", type = "str", sensitive = true, value = jsonencode("$${{secret.WEATHER}}") },
  ]
  custom_types = [{
    name = "Season"
    fields = [
      { name = "from", type = "str", required = true },
      { name = "to", type = "str", required = true },
    ]
  }]

  # The records that the component produces.
  output = [{
    name = "forecasts"
    fields = [
      { name = "timestamp", description = "Time of the forecasted value", type = "datetime", filterable = true },
      { name = "value", type = "float" },
    ]
  }]

  # The kinds of routines that the component offers. An engine_routine with type = "inference" is such a routine.
  routines = [{
    name          = "inference"
    max_instances = 20
    config        = [{ name = "schedule", type = "crontab", required = true }]
    input         = [{ name = "measured", description = "Pressure", type = "DataAddress", value_type = "Number", required = true }]
    output        = [{ name = "forecasted", type = "DataAddress", value_type = "Number", multiple = true, required = true }]
  }]

  endpoints = [
    { name = "api", port = 8080 },
    { name = "metrics", port = 9090 },
  ]

  timeouts = {
    create = "10m"
    update = "15m"
    delete = "5m"
  }
}
