# Each alert has 34 attributes in the state: 21 of its own (including the id), 10 in its item and 3 in its threshold.

terraform {
  required_providers {
    engine = { source = "registry.terraform.io/engine-platform/engine" }
  }
}

variable "alerts" {
  type = number
}

# The number of alerts that get a different description.
variable "changed" {
  type    = number
  default = 0
}

resource "engine_alert" "all" {
  count       = var.alerts
  name        = "Object ${count.index}"
  description = count.index < var.changed ? "Changed." : "Made by the benchmark."

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
