resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "pressure" {
  name      = "Pressure"
  dashboard = engine_dashboard.plant.id
}

locals {
  pump     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
  pressure = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
}

resource "engine_widget" "pressure" {
  name = "Pressure in bar"
  tab  = engine_tab.pressure.id
  type = "timeseries"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pump 1"
      color                  = "#1f77b4"
      query_filter_asset     = local.pump
      query_filter_attribute = local.pressure
      query_group_unit       = "minute"
      query_group_function   = "avg"
    },
    {
      ref_id     = "B"
      type       = "EXPRESSION"
      label      = "Part of the limit"
      expression = "$A / 6"
    },
  ]
  thresholds = [{ value = 6, color = "red", display_text = "limit" }]

  timestamp_gte    = "now - 7d"
  timestamp_lte    = "now"
  refresh_interval = "30s"
  y_axis_unit      = "bar"

  width      = 10
  height     = 4
  position_x = 0
  position_y = 0
}
