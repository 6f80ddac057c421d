# Set an alert's schedule with a string such as "5 minutes".

locals {
  schedule = provider::engine::rate("5 minutes")
}

resource "engine_alert" "overpressure" {
  name       = "Overpressure"
  severity   = "SEV2"
  type       = local.schedule.type
  rate_value = local.schedule.rate_value
  rate_unit  = local.schedule.rate_unit

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "pump-1", name = "Pump 1" }
    query_filter_attribute = { id = "pressure", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 8, status = "alert" }]
}
