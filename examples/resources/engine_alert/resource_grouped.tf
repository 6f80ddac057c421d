# An alert that ignores short peaks: it compares the highest hourly average of the last 6 hours with a limit.

resource "engine_alert" "lasting_pressure" {
  name       = "Pressure of pump 1 is high for an hour"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 1
  rate_unit  = "hour"

  # The engine first calculates an average for each hour, and then takes the highest one.
  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Hourly average of the pressure"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    query_group_unit       = "hour"
    query_group_function   = "avg"
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = "6h"
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 6, status = "alert" }]
}
