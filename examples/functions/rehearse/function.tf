# Find out when an alert fires on data with one value per minute: 4 bar for half an hour, then 10 bar.

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
  stmt_thresholds      = [{ value = 8, status = "alert", status_text = "The pressure is too high." }]
}

output "rehearsal" {
  value = provider::engine::rehearse(engine_alert.overpressure, {
    pump-1 = {
      pressure = {
        start  = "2026-03-02T00:00:00Z"
        step   = "1m"
        values = [for minute in range(60) : minute < 30 ? 4 : 10]
      }
    }
  }).summary
}
