terraform {
  required_providers {
    acme = { source = "acme/acme" }
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

resource "acme_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

# The size is not given.
resource "acme_connector" "reader" {
  name      = "Reader"
  version   = "1.0.0"
  node      = acme_node.edge.id # where it runs
  log_level = var.level
  input {
    name  = "limit"
    type  = "int"
    value = var.limit
  }
  input {
    name  = "count"
    type  = "int"
    value = "5"
  }
  lifecycle {
    ignore_changes = [log_level, machine_instance_size]
  }
}

resource "acme_connector" "odd" {
  name      = "Odd"
  version   = "1.0.0"
  log_level = "odd"
  extra     = "{}"
  input {
    name  = "object"
    type  = "Object"
    value = { a = 1 }
  }
}

resource "acme_alert" "high" {
  name            = "High"
  severity        = "sev2"
  type            = "rate"
  time_window     = 60
  operator        = "gt"
  aggregation     = "max"
  target_variable = "A"
  thresholds {
    value  = 1
    status = "alert"
  }
  alert_items {
    ref_id           = "A"
    type             = "QUERY"
    expression       = ""
    expression_plain = ""
    query_filter_asset {
      id   = acme_asset.pump.id
      name = acme_asset.pump.name
    }
    query_filter_attribute {
      id   = "at-1"
      name = "Pressure"
    }
    query_group_function = ""
    query_group_unit     = ""
    query_plain          = jsonencode([{ "$match" = { asset = acme_asset.pump.id, attribute = "at-1" } }])
  }
  alert_items {
    ref_id           = "B"
    type             = "QUERY"
    expression       = ""
    expression_plain = ""
    query_filter_asset {
      id   = acme_asset.pump.id
      name = acme_asset.pump.name
    }
    query_filter_attribute {
      id   = "at-1"
      name = "Pressure"
    }
    query_group_function = "avg"
    query_group_unit     = "day"
    query_plain          = jsonencode([{ "$match" = { asset = acme_asset.pump.id, attribute = "at-1" } }])
  }
}

resource "acme_dashboard_timeseries_chart" "flow" {
  name             = "Flow"
  tab              = "tab-1"
  timestamp_gte    = "now - 7d"
  timestamp_lte    = "now"
  y_axis_min_limit = 0
  chart_items {
    ref_id           = "A"
    type             = "EXPRESSION"
    color            = "red"
    expression_plain = jsonencode({ "$function" = { body = "function () { return 1 }", args = [], lang = "js" } })
    query_plain      = ""
    query_filter_asset {}
    query_filter_attribute {}
  }
}

resource "acme_function" "sum" {
  name = "Sum"
  dynamic "tags" {
    for_each = { for tag in data.acme_tags.all.tags : tag.name => tag if tag.name == "Heat" }
    content {
      id   = tags.value.id
      name = tags.value.name
    }
  }
  # Or a new one.
  tags {
    id   = acme_tag.heat.id
    name = acme_tag.heat.name
  }
}

resource "acme_tag" "heat" {
  name = "heat"
}

data "acme_tags" "all" {}

output "pump" {
  value = "${acme_asset.pump.id}: ${acme_alert.high.time_window}"
}
