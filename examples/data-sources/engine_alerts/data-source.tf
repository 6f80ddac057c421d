# List all alerts of the highest severity, ordered by name, with their status.

resource "engine_alert" "overflow" {
  name     = "Overflow of the reservoir"
  severity = "SEV1"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "reservoir" }
    query_filter_attribute = { id = "level" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 300
  stmt_operator        = "ge"
  stmt_thresholds      = [{ value = 4.8, status = "alert" }]
}

data "engine_alerts" "critical" {
  filters    = { severity = "SEV1", ordering = "name" }
  depends_on = [engine_alert.overflow]
}

output "critical_alerts" {
  value = { for alert in data.engine_alerts.critical.alerts : alert.name => alert.status }
}
