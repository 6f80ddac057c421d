# The computer in the station, on which the components run.
resource "engine_node" "station" {
  name = "riverside-edge-1"
  type = var.node_type
}

# The connector reads the pumps' controllers and passes the values on.
resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  description         = "Reads the pumps' controllers over Modbus."
  version             = var.component_version
  deployment_capacity = "small"
  tags                = var.tags

  input = [
    { name = "node", type = "str", required = true, value = jsonencode(engine_node.station.id) },
    { name = "controller", type = "url", required = true, value = jsonencode("modbus://10.20.0.5:502") },
    { name = "timeout", description = "Seconds to wait for an answer.", type = "float", value = jsonencode(2.5) },
    { name = "keep_alive", type = "bool", value = jsonencode(true) },
    { name = "units", description = "Modbus units to ask.", type = "int", multiple = true, value = jsonencode([1, 2]) },
    {
      name  = "scaling"
      type  = "Scaling"
      value = jsonencode({ factor = 0.1, offset = 0, unit = "bar" })
    },
    # The running component replaces the placeholder with the secret. Neither this file nor the state contains the secret.
    { name = "password", type = "str", sensitive = true, value = jsonencode("$${{secret.RIVERSIDE_GATEWAY}}") },
  ]

  custom_types = [
    {
      name = "Scaling"
      fields = [
        { name = "factor", type = "float", required = true },
        { name = "offset", type = "float" },
        { name = "unit", type = "str", choices = jsonencode(["bar", "kPa"]) },
      ]
    },
  ]

  output = [
    {
      name = "reading"
      fields = [
        { name = "timestamp", type = "datetime", filterable = true },
        { name = "unit", description = "Modbus unit that gave the value.", type = "int", filterable = true },
        { name = "value", type = "float" },
      ]
    },
  ]

  endpoints = [
    { name = "api", port = 8080 },
    { name = "metrics", port = 9090 },
  ]

  routines = [
    {
      name          = "polling"
      max_instances = 1
      config        = [{ name = "interval", description = "Seconds between two runs.", type = "int", required = true }]
      output        = [{ name = "values", type = "DataAddress", value_type = "Number", multiple = true }]
    },
  ]
}

# The algorithm scores how unusual the behavior of each pump is.
resource "engine_component" "anomaly" {
  type                = "algorithm"
  name                = "Pump anomaly score"
  description         = "Compares flow, pressure and power with what is usual for the pump."
  version             = var.component_version
  deployment_capacity = "medium"
  tags                = var.tags

  input = [
    { name = "node", type = "str", required = true, value = jsonencode(engine_node.station.id) },
    { name = "model", type = "str", choices = jsonencode(["forest", "autoencoder"]), value = jsonencode("forest") },
    { name = "trees", type = "int", depends_on = "model", value = jsonencode(200) },
    { name = "retrain", type = "bool", value = jsonencode(false) },
    { name = "quantiles", type = "float", multiple = true, value = jsonencode([0.05, 0.5, 0.95]) },
  ]

  output = [{ name = "score", fields = [{ name = "value", type = "float" }] }]

  endpoints = [{ name = "metrics", port = 9090 }]

  routines = [
    {
      name   = "inference"
      config = [{ name = "interval", description = "Seconds between two runs.", type = "int", required = true }]
      input  = [{ name = "measurements", type = "DataAddress", value_type = "Number", multiple = true, required = true }]
      output = [{ name = "scores", type = "DataAddress", value_type = "Number", multiple = true, required = true }]
    },
  ]
}

resource "engine_routine" "polling" {
  name         = "Poll the pumps"
  description  = "Writes flow, pressure and power of every pump."
  component_id = engine_component.gateway.id
  type         = "polling"

  config = [{ name = "interval", type = "int", value = jsonencode(var.sampling_interval) }]
  output = [
    {
      name       = "values"
      type       = "DataAddress"
      value_type = "Number"
      multiple   = true
      value      = jsonencode(local.measurements)
    },
  ]
}

resource "engine_routine" "scoring" {
  name         = "Score the pumps"
  description  = "Reads what the gateway wrote and writes a score per pump."
  component_id = engine_component.anomaly.id
  type         = "inference"

  config = [
    { name = "interval", type = "int", value = jsonencode(var.sampling_interval) },
    { name = "source", type = "Component", value = jsonencode(engine_component.gateway.id) },
  ]
  input = [
    {
      name       = "measurements"
      type       = "DataAddress"
      value_type = "Number"
      multiple   = true
      value      = jsonencode(local.measurements)
    },
  ]
  output = [
    {
      name       = "scores"
      type       = "DataAddress"
      value_type = "Number"
      multiple   = true
      value      = jsonencode([for pump in var.pumps : { asset = pump.id, attribute = var.attributes.anomaly.id }])
    },
  ]
}

locals {
  # The data addresses of the pumps' measurements.
  measurements = flatten([
    for pump in var.pumps : [
      for name in ["flow", "pressure", "power"] : { asset = pump.id, attribute = var.attributes[name].id }
    ]
  ])
}
