# Run terraform apply with -invoke=action.engine_alert_mute.pressure to mute the alert.

resource "engine_alert" "pressure" {
  name       = "Discharge pressure"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "pump-1", name = "Pump 1" }
    query_filter_attribute = { id = "pressure", name = "Discharge pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 8, status = "alert" }]
}

action "engine_alert_mute" "pressure" {
  config {
    id = engine_alert.pressure.id
  }
}
