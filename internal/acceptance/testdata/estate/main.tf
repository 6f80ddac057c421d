# One object of every kind and what they need, in three stages: full, changed, minimal.

terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

variable "stage" {
  type = string
}

variable "secret" {
  type      = string
  sensitive = true
}

# Long, because the waits that an engine asks for (429) count, and one request's wait holds back all others.
variable "timeout" {
  type    = string
  default = "5m"
}

locals {
  full    = var.stage != "minimal"
  changed = var.stage == "changed"

  pump  = { id = "pump-1", name = "Pump 1" }
  valve = { id = "valve-7" }
  flow  = { id = "flow", name = "Flow" }

  a = {
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = local.changed ? "Flow of pump 1" : "Flow"
    query_filter_asset     = local.pump
    query_filter_attribute = local.flow
    query_group_unit       = "minute"
    query_group_function   = "avg"
  }
  b = {
    ref_id     = "B"
    type       = "EXPRESSION"
    expression = local.changed ? "$A * 3" : "$A * 2"
  }
}

resource "engine_dashboard" "it" {
  name        = "Plant"
  description = local.full ? (local.changed ? "All of it" : "The plant") : null
  tags        = local.full ? (local.changed ? [{ id = "t-2" }] : [{ id = "t-1", name = "north" }, { id = "t-2" }]) : null
  assets      = local.full ? [local.pump, local.valve] : null
}

resource "engine_tab" "it" {
  name      = local.changed ? "Details" : "Overview"
  dashboard = engine_dashboard.it.id
  order     = local.full ? (local.changed ? 2 : 1) : null
}

resource "engine_widget" "it" {
  name               = local.changed ? "Flow in" : "Flow"
  tab                = engine_tab.it.id
  type               = "timeseries"
  description        = local.full ? (local.changed ? "In" : "Out") : null
  refresh_interval   = local.full ? (local.changed ? "60" : "30s") : null
  timestamp_gte      = local.full ? "2026-01-05T08:00:00Z" : null
  labels_aggregation = local.full ? (local.changed ? "last" : "average") : null
  width              = local.full ? (local.changed ? 10 : 8) : null
  height             = local.full ? 6 : null
  number_of_decimals = local.full ? 2 : null
  y_axis_max_limit   = local.full ? (local.changed ? 80.5 : 120) : null
  fill               = local.full ? true : null
  filter_status      = local.full ? ["alert", "warning"] : null
  chart_items        = local.full ? [merge(local.a, { color = "#1f77b4", order = 1 }), merge(local.b, { order = 2 })] : null
  thresholds = local.full ? [
    { value = 0, color = "green" },
    { value = local.changed ? 90 : 80.5, color = "#d62728", display_text = "High" },
  ] : null
  value_mappings = local.full ? [
    { type = "exact_match", match_value = "0", order = 1, display_text = local.changed ? "Still" : "Off" },
    { type = "range", range_start = 0.5, range_end = 80, order = 2 },
  ] : null
}

resource "engine_component" "it" {
  type                = "algorithm"
  name                = "Forecast"
  version             = local.changed ? "1.5.0" : "1.4.0"
  description         = local.full ? (local.changed ? "Forecasts a flow" : "Forecasts") : null
  deployment_capacity = local.changed ? "medium" : "small"
  input = local.full ? [
    { name = "days", type = "int", value = jsonencode(local.changed ? 14 : 7), required = true },
    { name = "token", type = "str", sensitive = true, value_wo = jsonencode(var.secret), value_wo_version = local.changed ? 2 : 1 },
    { name = "mode", type = "str", value = jsonencode("fast"), choices = jsonencode(["fast", "exact"]) },
  ] : []
  output    = local.full ? [{ name = "series", fields = [{ name = "at", type = "datetime" }, { name = "value", type = "float" }] }] : []
  routines  = [{ name = "inference", max_instances = local.full ? 5 : null }]
  endpoints = local.full ? [{ name = "api", port = local.changed ? 8443 : 8080 }] : null
  tags      = local.full ? [{ id = "t-1", name = "north" }] : null
}

resource "engine_component" "running" {
  type                = "connector"
  name                = "Intake"
  version             = local.changed ? "2" : "1"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
  running             = local.full ? true : null
  timeouts            = { create = var.timeout, update = var.timeout, delete = var.timeout }
}

resource "engine_routine" "it" {
  name         = local.changed ? "Forecast pump 1" : "Forecast"
  component_id = engine_component.it.id
  type         = "inference"
  description  = local.full ? "Every night" : null
  config       = local.full ? [{ name = "depth", type = "int", value = jsonencode(local.changed ? 4 : 3) }] : []
  input        = [{ name = "measured", value = jsonencode({ asset = "pump-1", attribute = local.changed ? "pressure" : "flow" }) }]
  output       = []
}

resource "engine_alert" "rate" {
  name                 = "Flow is high"
  severity             = local.changed ? "SEV3" : "SEV2"
  type                 = "rate"
  rate_value           = local.changed ? 10 : 5
  rate_unit            = "minute"
  description          = local.full ? (local.changed ? "Above 90" : "Above 80") : null
  stmt_time_window     = local.full ? (local.changed ? 900 : 600) : null
  stmt_target_variable = local.full ? "B" : null
  stmt_operator        = local.full ? "gt" : null
  stmt_aggregation     = local.full ? (local.changed ? "max" : "avg") : null
  mute                 = local.full ? true : null
  destinations_list    = local.full ? (local.changed ? ["a@example.com"] : ["a@example.com", "b@example.com"]) : null
  alert_items          = local.full ? [merge(local.a, { query_limit = 500 }), local.b] : null
  stmt_thresholds = local.full ? [
    { value = local.changed ? 90 : 80, status = "alert", status_text = "high" },
    { value = 60.5, status = "warning" },
  ] : null
  tags   = local.full ? [{ id = "t-1", name = "north" }] : null
  assets = local.full ? [local.pump] : null
}

resource "engine_alert" "cron" {
  name         = "Every morning"
  severity     = "SEV8"
  type         = "cron"
  cron_minutes = "0"
  cron_hours   = local.changed ? "7" : "6"
  cron_dom     = "?"
  cron_month   = "*"
  cron_dow     = "MON-FRI"
  cron_year    = "*"
}

resource "engine_node" "it" {
  name = local.changed ? "Edge 2" : "Edge 1"
  type = "self_hosted"
}

resource "engine_function" "it" {
  name             = local.changed ? "Doubled flow" : "Double flow"
  description      = local.full ? "Twice the flow" : null
  tags             = local.full ? (local.changed ? ["flow"] : ["flow", "north"]) : null
  active           = local.full ? local.changed : null
  type             = local.full ? "rate" : null
  rate_value       = local.full ? 1 : null
  rate_unit        = local.full ? "hour" : null
  time_window      = local.full ? (local.changed ? 7200 : 3600) : null
  target_variable  = local.full ? "B" : null
  target_asset     = local.full ? local.pump : null
  target_attribute = local.full ? { id = "doubled", name = "Doubled", type = "Number" } : null
  function_items = local.full ? [
    merge(local.a, { query_filter_attribute = { id = "flow", name = "Flow", type = "Number" } }),
    local.b,
  ] : null
}
