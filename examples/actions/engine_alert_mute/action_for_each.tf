# Run terraform apply with -invoke=action.engine_alert_mute.maintenance to mute several alerts.

locals {
  pumps = {
    north = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    south = { id = "1f6e4b7a-90c2-4d35-8a1b-3c7d9e5f2b21", name = "Pump 2" }
  }
}

resource "engine_alert" "pressure" {
  for_each = local.pumps

  name       = "Pressure of ${each.value.name}"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = each.value
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 8, status = "alert" }]
}

action "engine_alert_mute" "maintenance" {
  for_each = engine_alert.pressure

  config {
    id = each.value.id
  }
}
