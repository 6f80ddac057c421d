# An alert on a value calculated from two attributes: the pressure difference across a filter.

locals {
  filter = { id = "4b8e2d6f-9c31-4a57-b0e2-8d5f1c7a3e64", name = "Inlet filter" }
}

resource "engine_alert" "clogged" {
  name       = "Inlet filter is clogged"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 10
  rate_unit  = "minute"

  # The engine calculates C for each time at which both A and B have a value.
  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pressure before the filter"
      query_filter_asset     = local.filter
      query_filter_attribute = { id = "5c2d8e1f-7a34-4b96-9e0d-1f8a6c3b7d52", name = "Inlet pressure" }
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Pressure after the filter"
      query_filter_asset     = local.filter
      query_filter_attribute = { id = "b7f3a9c1-6e48-4d20-8b5a-2c9e7d1f4a86", name = "Outlet pressure" }
    },
    {
      ref_id     = "C"
      type       = "EXPRESSION"
      label      = "Pressure drop"
      expression = "$A - $B"
    },
  ]
  stmt_target_variable = "C"
  stmt_aggregation     = "avg"
  stmt_time_window     = 1800
  stmt_operator        = "gt"
  stmt_thresholds = [
    { value = 0.8, status = "alert", status_text = "Change the filter." },
    { value = 0.5, status = "warning", status_text = "Order a filter." },
  ]
}
