# Find an alert by its name, and read its status.

resource "engine_alert" "leak" {
  name     = "Leak in the main pipe"
  severity = "SEV1"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "main-pipe" }
    query_filter_attribute = { id = "flow-difference" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "min"
  stmt_time_window     = 300
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 20, status = "alert" }]
}

data "engine_alert" "leak" {
  name       = "Leak in the main pipe"
  depends_on = [engine_alert.leak]
}

output "leak_status" {
  value = data.engine_alert.leak.status
}
