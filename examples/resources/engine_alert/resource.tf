# The smallest alert that can fire: every 5 minutes, it compares the average pressure of the last 10 minutes with a limit.

resource "engine_alert" "pressure" {
  name       = "Pressure of pump 1"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 6, status = "alert" }]
}
