# An alert that refers to an asset by the id that the engine assigned.

resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({ name = "Pump 1" })
}

resource "engine_alert" "pressure" {
  name       = "Pressure of pump 1"
  severity   = "SEV3"
  assets     = [{ id = engine_document.pump.id }]
  type       = "rate"
  rate_value = 1
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = engine_document.pump.id }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 9.5, status = "alert" }]
}
