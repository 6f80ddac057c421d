# A routine with a configuration, a secret, and several data addresses in one input.

resource "engine_component" "anomaly" {
  type                = "algorithm"
  name                = "Anomaly score"
  version             = "2.0.1"
  deployment_capacity = "medium"
  routines = [{
    name   = "inference"
    config = [{ name = "schedule", type = "crontab", required = true }]
    input  = [{ name = "measured", type = "DataAddress", value_type = "Number", multiple = true, required = true }]
    output = [{ name = "score", type = "DataAddress", value_type = "Number", required = true }]
  }]
}

locals {
  pump     = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"
  pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40"
  flow     = "e9c5f1b3-8d27-4a60-9f4e-3b7d2c8a1e56"
  score    = "b0d6e2a8-4f73-4c19-8a5b-1e9d7c3f6b84"
}

resource "engine_routine" "pump_1" {
  name         = "Anomaly score of pump 1"
  component_id = engine_component.anomaly.id
  description  = "Runs every hour."
  type         = "inference"

  # The values of a parameter are JSON: jsonencode("hourly"), jsonencode(24), jsonencode(true).
  config = [
    { name = "schedule", description = "When it runs", type = "crontab", required = true, value = jsonencode("0 * * * *") },
    { name = "model", type = "str", choices = jsonencode(["forest", "autoencoder"]), value = jsonencode("forest") },
    { name = "trees", type = "int", depends_on = "model", value = jsonencode(200) },
    { name = "quantiles", type = "float", multiple = true, value = jsonencode([0.05, 0.5, 0.95]) },
    { name = "token", type = "str", sensitive = true, value = jsonencode("$${{secret.MODEL_STORE}}") },
  ]

  # A data address consists of the ids of an asset and one of its attributes. With multiple = true, the value is a list of addresses.
  input = [{
    name        = "measured"
    description = "What the pump measures"
    type        = "DataAddress"
    value_type  = "Number"
    required    = true
    multiple    = true
    sensitive   = false
    value = jsonencode([
      { asset = local.pump, attribute = local.pressure },
      { asset = local.pump, attribute = local.flow },
    ])
  }]
  output = [{
    name       = "score"
    type       = "DataAddress"
    value_type = "Number"
    required   = true
    value      = jsonencode({ asset = local.pump, attribute = local.score })
  }]
}
