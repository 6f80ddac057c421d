# The module alert-set creates alerts like those in alerts.tf from assets and a catalog of five rules.

terraform {
  required_providers {
    engine = { source = "registry.terraform.io/engine-platform/engine" }
  }
}

variable "alerts" {
  type = number
}

locals {
  assets = {
    for i in range(var.alerts / 5) : "pump-${i}" => { id = "pump-${i}", attributes = { pressure = "pressure" } }
  }
  rule = {
    target = "A"
    items = [{
      ref_id         = "A"
      attribute      = "pressure"
      label          = "Pressure"
      group_unit     = "minute"
      group_function = "avg"
      sort_field     = "timestamp"
      sort_direction = -1
      limit          = 1000
    }]
  }
}

module "alerts" {
  source = "../../../examples/modules/alert-set" # relative to a directory in bin/bench
  assets = local.assets

  catalog = yamlencode({
    version = 1
    defaults = {
      severity       = "SEV3"
      rate           = "5m"
      window         = "10m"
      aggregation    = "avg"
      operator       = "ge"
      tags           = ["t-1"]
      destinations   = ["plant@example.com"]
      active         = true
      mute           = false
      notify_no_data = true
      notify_error   = true
      notify_timeout = false
      description    = "Made by the benchmark."
    }
    rules = { for i in range(5) : "rule-${i}" => merge(local.rule, { threshold = i + 0.5 }) }
  })
  overrides = { for i in range(0, var.alerts / 5, 20) : "pump-${i}/rule-0" => { threshold = 7.5 } }
}
