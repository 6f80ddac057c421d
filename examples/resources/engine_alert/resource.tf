locals {
  pump     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
  pressure = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
}

resource "engine_alert" "pressure" {
  name       = "Pressure of pump 1"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pressure"
    query_filter_asset     = local.pump
    query_filter_attribute = local.pressure
  }]

  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 600
  stmt_operator        = "ge"
  stmt_thresholds = [
    { value = 6, status = "alert", status_text = "Above the limit" },
    { value = 5, status = "warning" },
  ]

  destinations_list = ["operators@example.com"]
}
