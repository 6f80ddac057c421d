# An asset: the provider has no resource for this kind. It manages the declared keys and leaves all others alone.
resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({
    name     = "Pump 1"
    settings = { unit = "bar", high = 9.5 }
  })
}

# The alert refers to the asset by its id.
resource "engine_alert" "pressure" {
  name     = "Pressure of pump 1"
  severity = "SEV3"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
  assets     = [{ id = engine_document.pump.id }]

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = engine_document.pump.id }
    query_filter_attribute = { id = "pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 9.5, status = "alert" }]
}
