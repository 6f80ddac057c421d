# The alerts and dashboards of the plant, as another provider has them.
terraform {
  required_providers {
    legacy = {
      source = "other/legacy"
    }
  }
}

provider "legacy" {
  base_url   = var.base_url
  access_id  = var.access_id
  secret_key = var.secret_key
  region     = "eu"
}

variable "base_url" { type = string }
variable "access_id" { type = string }
variable "secret_key" {
  type      = string
  sensitive = true
}

locals {
  pumps = {
    p1 = "Pump 1"
    p2 = "Pump 2"
  }
}

resource "legacy_dashboard" "plant" {
  name = "Plant"

  # What the dashboard is about.
  dynamic "assets" {
    for_each = local.pumps
    content {
      id   = assets.key
      name = assets.value
    }
  }
}

module "line" {
  source    = "./line"
  dashboard = legacy_dashboard.plant.id
}

resource "legacy_alert" "high" {
  for_each = local.pumps
  name     = "${each.value} high"
  severity = "SEV2"
  type     = "rate"
  mute     = false # never
  tag { id = "t-1" }

  rate_value = 5
  rate_unit  = "minute"

  alert_items {
    ref_id = "A"
    type   = "QUERY"
    query_filter_asset {
      id = each.key
    }
    query_filter_attribute {
      id = "pressure"
    }
    query_limit = 10000
  }

  alert_items {
    ref_id     = "B"
    type       = "EXPRESSION"
    expression = "$A * 2"
  }

  stmt_target_variable = "B"
  stmt_operator        = "ge"
  stmt_thresholds {
    value  = 10
    status = "alert"
  }
}

resource "legacy_algorithm" "model" {
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
  deployment_type     = "SERVICE_HOSTED"

  input {
    name  = "limits"
    type  = "Limits"
    value = { low = 1, high = 2 }
  }

  routines {
    name = "inference"
    input {
      name = "pressure"
      type = "DataAddress"
    }
  }
}

resource "legacy_component_routine" "hourly" {
  name         = "Hourly"
  component_id = legacy_algorithm.model.id
  type         = "inference"

  input {
    name = "pressure"
    type = "DataAddress"
    value {
      asset     = "p1"
      attribute = "pressure"
    }
  }
}

resource "legacy_node" "edge" {
  count = 2
  name  = "Edge ${count.index}"
  type  = "self_hosted"
}

# It had another name once.
moved {
  from = legacy_function.total
  to   = legacy_function.sum
}

resource "legacy_function" "sum" {
  name = "Sum"
  tags = ["sums"]

  function_items {
    ref_id     = "A"
    type       = "EXPRESSION"
    expression = "1 + 1"
  }

  target_asset {
    id = "p1"
  }
}

output "alerts" {
  value = { for pump, alert in legacy_alert.high : pump => alert.id }
}
