# Create an alert for every asset in a hall.

data "engine_documents" "pumps" {
  path  = "asset/assets/"
  query = { location = "Hall 2" }
}

resource "engine_alert" "pressure" {
  for_each = data.engine_documents.pumps.ids # the ids of the assets by their names

  name       = "Pressure of ${each.key}"
  severity   = "SEV3"
  assets     = [{ id = each.value, name = each.key }]
  type       = "rate"
  rate_value = 1
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = each.value, name = each.key }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = 9.5, status = "alert" }]
}
