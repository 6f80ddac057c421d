terraform {
  required_providers {
    acme = { source = "acme/acme" }
    engine = {
      source = "engine-platform/engine"
    }
  }
}

variable "level" {
  type    = string
  default = "warning"
}

variable "limit" {
  type    = string
  default = "5"
}

resource "acme_asset" "pump" {
  name = "Pump"
}

resource "engine_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

# The size is not given.
resource "engine_component" "reader" {
  type    = "connector"
  name    = "Reader"
  version = "1.0.0"
  # where it runs
  input = [
    {
      name  = "limit"
      type  = "int"
      value = var.limit
    },
    {
      name  = "count"
      type  = "int"
      value = "5"
    },
  ]
  lifecycle {
    ignore_changes = [extra, deployment_capacity]
  }
  # migrate: not declared before; the other provider has set it
  deployment_capacity = "large"
  output              = []
  routines            = []
  extra = jsonencode({
    compute_node_id           = engine_node.edge.id
    deployment_log_level      = lookup({ all = "0", critical = "50", debug = "10", error = "40", info = "20", warning = "30" }, var.level, var.level)
    deployment_restart_policy = "OnFailure"
  })
}

resource "engine_component" "odd" {
  type    = "connector"
  name    = "Odd"
  version = "1.0.0"
  extra   = "{}"
  input = [
    {
      name  = "object"
      type  = "Object"
      value = jsonencode({ a = 1 })
    },
  ]
  # migrate: not declared before; the other provider has set it
  deployment_capacity = "large"
  output              = []
  routines            = []
  # migrate: add these keys to extra
  # deployment_log_level = "odd"
  # deployment_restart_policy = "OnFailure"
}

resource "engine_alert" "high" {
  name                 = "High"
  severity             = "sev2"
  type                 = "rate"
  stmt_time_window     = 60
  stmt_operator        = "gt"
  stmt_aggregation     = "max"
  stmt_target_variable = "A"
  stmt_thresholds = [
    {
      value  = 1
      status = "alert"
    },
  ]
  alert_items = [
    {
      ref_id = "A"
      type   = "QUERY"
      query_filter_asset = {
        id   = acme_asset.pump.id
        name = acme_asset.pump.name
      }
      query_filter_attribute = {
        id   = "at-1"
        name = "Pressure"
      }
      # migrate: left out: the provider derives it from the rest of the item
      # query_plain          = jsonencode([{ "$match" = { asset = acme_asset.pump.id, attribute = "at-1" } }])
    },
    {
      ref_id = "B"
      type   = "QUERY"
      query_filter_asset = {
        id   = acme_asset.pump.id
        name = acme_asset.pump.name
      }
      query_filter_attribute = {
        id   = "at-1"
        name = "Pressure"
      }
      query_group_function = "avg"
      query_group_unit     = "day"
      query_plain          = jsonencode([{ "$match" = { asset = acme_asset.pump.id, attribute = "at-1" } }])
    },
  ]
}

resource "engine_widget" "flow" {
  type             = "timeseries"
  name             = "Flow"
  tab              = "tab-1"
  timestamp_gte    = "now - 7d"
  timestamp_lte    = "now"
  y_axis_min_limit = 0
  chart_items = [
    {
      ref_id           = "A"
      type             = "EXPRESSION"
      color            = "red"
      expression_plain = jsonencode({ "$function" = { body = "function () { return 1 }", args = [], lang = "js" } })
    },
  ]
}

resource "engine_function" "sum" {
  name = "Sum"
  extra = jsonencode({
    tags = concat(
      [for tag in { for tag in data.acme_tags.all.tags : tag.name => tag if tag.name == "Heat" } : {
        id   = tag.id
        name = tag.name
      }],
      [
        # Or a new one.
        {
          id   = acme_tag.heat.id
          name = acme_tag.heat.name
        },
      ],
    )
  })
}

resource "acme_tag" "heat" {
  name = "heat"
}

data "acme_tags" "all" {}

output "pump" {
  value = "${acme_asset.pump.id}: ${engine_alert.high.stmt_time_window}"
}
