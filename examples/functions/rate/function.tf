# Set an alert's schedule with a string such as "5 minutes".

locals {
  rate = provider::engine::rate("5 minutes")
}

resource "engine_alert" "outlet_pressure" {
  name       = "Outlet pressure"
  severity   = "SEV2"
  type       = local.rate.type
  rate_value = local.rate.rate_value
  rate_unit  = local.rate.rate_unit

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
