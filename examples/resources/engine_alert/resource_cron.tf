# An alert that runs from Monday to Friday at 6:30 and looks at the last 24 hours.

resource "engine_alert" "pressure_of_the_day" {
  name     = "Highest pressure of the last day"
  severity = "SEV5"

  # A cron alert needs all six parts. Here cron_dow selects the days, so cron_dom is "?".
  type         = "cron"
  cron_minutes = "30"
  cron_hours   = "6"
  cron_dom     = "?"
  cron_month   = "*"
  cron_dow     = "MON-FRI"
  cron_year    = "*"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = "24h"
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 6, status = "alert" }]
}
