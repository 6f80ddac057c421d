# Describe an alert in a sentence, for a report or a pull request.

resource "engine_alert" "pressure_high" {
  name                 = "Pressure is high"
  severity             = "SEV2"
  type                 = "rate"
  rate_value           = 5
  rate_unit            = "minute"
  stmt_time_window     = 600
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_operator        = "gt"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0001", name = "Pump 1" }
    query_filter_attribute = { id = "7a3e0c54-4f7e-4a53-8d0b-5c7f3f1b0002", name = "pressure" }
  }]
  stmt_thresholds = [
    { value = 8, status = "alert" },
    { value = 7, status = "warning" },
  ]
}

# The result is: Every 5 minutes: alert when the average of pressure of Pump 1 over 10 minutes is above 8, else warning when it is above 7
output "pressure_high" {
  value = provider::engine::describe(engine_alert.pressure_high)
}
