# These are the alerts in alerts.tf with for_each, as in the module alert-set. Terraform takes longer for for_each than for count. The keys
# are a local value, because Terraform evaluates the expression of for_each once for each alert.

terraform {
  required_providers {
    engine = { source = "registry.terraform.io/engine-platform/engine" }
  }
}

variable "alerts" {
  type = number
}

locals {
  keys = { for i in range(var.alerts) : "pump-${i}/rule" => "Object ${i}" }
}

resource "engine_alert" "all" {
  for_each    = local.keys
  name        = each.value
  description = "Made by the benchmark."

  severity             = "SEV3"
  type                 = "rate"
  rate_value           = 5
  rate_unit            = "minute"
  tags                 = [{ id = "t-1" }]
  assets               = [{ id = "pump-1" }]
  stmt_time_window     = 600
  stmt_target_variable = "A"
  stmt_operator        = "ge"
  stmt_aggregation     = "avg"
  active               = true
  mute                 = false
  notify_no_data       = true
  notify_error         = true
  notify_timeout       = false
  destinations_list    = ["plant@example.com"]
  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pressure A"
    query_filter_asset     = { id = "pump-1" }
    query_filter_attribute = { id = "pressure" }
    query_group_unit       = "minute"
    query_group_function   = "avg"
    query_sort_field       = "timestamp"
    query_sort_direction   = -1
    query_limit            = 1000
  }]
  stmt_thresholds = [{ value = 6.5, status = "alert", status_text = "Pressure is above 6.5 bar." }]
}
