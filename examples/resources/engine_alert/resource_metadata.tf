# An alert whose limit is stored with the asset: a METADATA item reads the rated pressure of the pump.

locals {
  pump = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
}

resource "engine_alert" "above_rating" {
  name       = "Pressure of pump 1 above its rating"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pressure"
      query_filter_asset     = local.pump
      query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    },
    {
      ref_id                = "M"
      type                  = "METADATA"
      label                 = "Rated pressure"
      query_filter_asset    = local.pump
      query_filter_metadata = { id = "9e1b6c3d-2f85-4a70-b4c8-6d0e7a9f5b13", name = "Rated pressure" }
    },
    {
      ref_id     = "C"
      type       = "EXPRESSION"
      label      = "Percentage of the rated pressure"
      expression = "$A / $M * 100"
    },
  ]
  stmt_target_variable = "C"
  stmt_aggregation     = "max"
  stmt_time_window     = 600
  stmt_operator        = "gt"
  stmt_thresholds = [
    { value = 110, status = "alert" },
    { value = 100, status = "warning" },
  ]
}
