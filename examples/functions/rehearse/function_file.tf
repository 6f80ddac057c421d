# Find out when an alert fires on the recorded data in a CSV file, which has the columns time, asset, attribute and value.

resource "engine_alert" "overpressure" {
  name       = "Overpressure"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "pump-1" }
    query_filter_attribute = { id = "pressure" }
  }]
  stmt_target_variable = "A"
  stmt_time_window     = "10m"
  stmt_aggregation     = "avg"
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 8, status = "alert" }]
}

output "fired" {
  value = provider::engine::rehearse(engine_alert.overpressure, file("${path.module}/day.csv")).fired
}
