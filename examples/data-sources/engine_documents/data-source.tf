# Find an asset by its name, and use its id in an alert.

resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({ name = "Pump 1", location = "Hall 2" })
}

data "engine_documents" "pumps" {
  path       = "asset/assets/"
  query      = { name = "Pump 1" }
  depends_on = [engine_document.pump]
}

resource "engine_alert" "pressure" {
  name     = "Pressure of pump 1"
  severity = "SEV3"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
  assets     = [{ id = data.engine_documents.pumps.ids["Pump 1"], name = "Pump 1" }]

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = data.engine_documents.pumps.ids["Pump 1"], name = "Pump 1" }
    query_filter_attribute = { id = "pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 9.5, status = "alert" }]
}

output "locations" {
  value = { for d in data.engine_documents.pumps.documents : jsondecode(d).name => jsondecode(d).location }
}
