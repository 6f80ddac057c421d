# Objects of every kind, a given number of them. Neighbors have the same name and say the same, so that a lost create could
# take the other's object.

terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

variable "size" {
  type = number # 250 objects for 5, 50 for 1
}

variable "changed" {
  type    = bool
  default = false
}

locals {
  nothing = { label = null, expression = null, query_filter_asset = null, query_filter_attribute = null }

  a = merge(local.nothing, {
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = var.changed ? "Flow of pump 1" : "Flow"
    query_filter_asset     = { id = "pump-1", name = "Pump 1" }
    query_filter_attribute = { id = "flow", name = "Flow" }
  })
  b = merge(local.nothing, {
    ref_id     = "B"
    type       = "EXPRESSION"
    expression = "$A * 2"
  })
  items = [for item in [local.a, local.b] : item if var.changed || item.ref_id == "A"]
}

resource "engine_dashboard" "it" {
  count       = 3 * var.size
  name        = "Plant ${floor(count.index / 2)}"
  description = var.changed ? "All of it" : "The plant"
}

resource "engine_tab" "it" {
  count     = 6 * var.size
  name      = "Overview"
  dashboard = engine_dashboard.it[floor(count.index / 2)].id
  order     = var.changed ? 2 : 1
}

resource "engine_widget" "it" {
  count              = 12 * var.size
  name               = "Flow"
  tab                = engine_tab.it[floor(count.index / 2)].id
  type               = "timeseries"
  number_of_decimals = var.changed ? 3 : 2
  chart_items        = local.items
}

resource "engine_component" "it" {
  count               = 3 * var.size
  type                = count.index % 2 == 0 ? "algorithm" : "connector"
  name                = "Forecast ${floor(count.index / 4)}"
  version             = var.changed ? "2" : "1"
  deployment_capacity = "small"
  input               = [{ name = "days", type = "int", value = jsonencode(7) }]
  output              = []
  routines            = []
  running             = count.index == 0 ? true : null
}

resource "engine_routine" "it" {
  count        = 6 * var.size
  name         = "Nightly"
  component_id = engine_component.it[floor(count.index / 2)].id
  type         = "inference"
  description  = var.changed ? "Every night" : null
  config       = []
  input        = []
  output       = []
}

resource "engine_alert" "it" {
  count       = 9 * var.size
  name        = "Flow is high ${floor(count.index / 2)}"
  severity    = var.changed ? "SEV3" : "SEV2"
  type        = "rate"
  rate_value  = 5
  rate_unit   = "minute"
  mute        = true
  alert_items = [local.a, local.b]
}

resource "engine_node" "it" {
  count = 4 * var.size
  name  = "Edge ${floor(count.index / 2)}"
  type  = var.changed ? "self_hosted" : "service_hosted"
}

resource "engine_function" "it" {
  count          = 7 * var.size
  name           = "Mean flow ${floor(count.index / 2)}"
  function_items = local.items
}
