terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}

locals {
  boiler = { id = "as-1", name = "Boiler" }
  temp   = { id = "at-1", name = "Temperature" }
  flow   = { id = "at-2", name = "Flow" }
}

resource "engine_dashboard" "plant" {
  name        = "Plant"
  description = "Boiler house"
  assets = [
    {
      id   = local.boiler.id
      name = local.boiler.name
    },
  ]
}

resource "engine_tab" "overview" {
  name      = "Overview"
  order     = 1
  dashboard = engine_dashboard.plant.id
}

# Items are a set there, so the engine has them in no particular order. Nothing but the required arguments is given.
resource "engine_widget" "heat" {
  type          = "bargauge"
  name          = "Heat"
  tab           = engine_tab.overview.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  max_limit     = 100

  chart_items = [
    {
      ref_id = "A"
      type   = "QUERY"
      color  = "red"
      query_filter_asset = {
        id   = local.boiler.id
        name = local.boiler.name
      }
      query_filter_attribute = {
        id   = local.temp.id
        name = local.temp.name
      }
      query_plain = jsonencode([
        { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
        { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "hour", binSize = 1 } } } },
        { "$group" = { _id = "$timestamp", value = { "$avg" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
      ])
    },
    {
      ref_id           = "B"
      type             = "EXPRESSION"
      color            = "blue"
      expression_plain = jsonencode({ "$function" = { body = "function ($A) { return $A / 50 }", args = ["$A"], lang = "js" } })
    },
  ]
  thresholds = [
    {
      color        = "#ff0000"
      display_text = "hot"
      value        = 80
    },
  ]
  value_mappings = [
    {
      type         = "exact_match"
      display_text = "off"
      match_value  = "0"
      order        = 0
    },
  ]
  # migrate: not declared before; the other provider has set it
  collection         = "default"
  display_time_range = true
  height             = 10
  labels_aggregation = "last"
  labels_display     = true
  labels_placement   = "bottom"
  min_height         = 1
  min_width          = 4
  position_y         = 3
  show_beyond_data   = true
  width              = 20
}

resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "forecast"
  description         = "Forecast of the heat"
  version             = "Forecaster-1.0"
  deployment_capacity = "very_large"
  input = [
    {
      name        = "horizon"
      description = "h"
      multiple    = false
      required    = true
      sensitive   = false
      type        = "int"
      value       = jsonencode(24)
    },
  ]
  # migrate: not declared before; the other provider has set it
  output   = []
  routines = []
  extra = jsonencode({
    deployment_log_level      = "20"
    deployment_restart_policy = "Always"
  })
}

resource "engine_routine" "boiler" {
  name         = "boiler"
  description  = "r"
  type         = "inference"
  component_id = engine_component.forecast.id
  input = [
    {
      name        = "x"
      description = "i"
      multiple    = false
      required    = true
      type        = "DataAddress"
      value_type  = "Number"
      value = jsonencode({
        asset     = local.boiler.id
        attribute = local.temp.id
      })
    },
  ]
  output = [
    {
      name        = "y"
      description = "o"
      multiple    = true
      required    = true
      type        = "DataAddress"
      value_type  = "Number"
      value = jsonencode([
        {
          asset     = local.boiler.id
          attribute = local.temp.id
        },
        {
          asset     = local.boiler.id
          attribute = local.flow.id
        },
      ])
    },
  ]
  # migrate: not declared before; the other provider has set it
  config = []
}

resource "engine_alert" "hot" {
  name                 = "Boiler is hot"
  description          = "d"
  type                 = "rate"
  rate_unit            = "minute"
  rate_value           = 10
  stmt_time_window     = 3600
  severity             = "sev1"
  stmt_operator        = "gt"
  stmt_aggregation     = "max"
  stmt_target_variable = "A"
  stmt_thresholds = [
    {
      value       = 90
      status      = "alert"
      status_text = "hot"
    },
  ]
  alert_items = [
    {
      ref_id = "A"
      type   = "QUERY"
      query_filter_asset = {
        id   = local.boiler.id
        name = local.boiler.name
      }
      query_filter_attribute = {
        id   = local.temp.id
        name = local.temp.name
      }
      query_group_function = "avg"
      query_group_unit     = "day"
      query_plain          = jsonencode([{ "$match" = { asset = local.boiler.id, attribute = local.temp.id } }])
    },
  ]
  assets = [
    {
      id   = local.boiler.id
      name = local.boiler.name
    },
  ]
}

resource "engine_function" "efficiency" {
  name            = "Efficiency"
  description     = "d"
  type            = "rate"
  rate_unit       = "minute"
  rate_value      = 10
  time_window     = 3600
  target_variable = "A"
  target_asset = {
    id   = local.boiler.id
    name = local.boiler.name
  }
  target_attribute = {
    id   = "at-3"
    name = "Efficiency"
    type = "Number"
  }
  function_items = [
    {
      ref_id = "A"
      type   = "QUERY"
      query_filter_asset = {
        id   = local.boiler.id
        name = local.boiler.name
      }
      query_filter_attribute = {
        id   = local.temp.id
        name = local.temp.name
        type = "Number"
      }
      # migrate: left out: the provider derives it from the rest of the item
      # query_plain          = jsonencode([{ "$match" = { asset = local.boiler.id, attribute = local.temp.id } }])
    },
  ]
  extra = jsonencode({
    tags = [
      {
        id   = "tag-1"
        name = "heat"
      },
    ]
  })
}

resource "engine_node" "edge" {
  name = "edge"
  type = "self_hosted"
}
