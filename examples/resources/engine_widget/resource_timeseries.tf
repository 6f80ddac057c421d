# The values of two pumps over time, with a limit.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "pressure" {
  name = "Pressure of the pumps"
  tab  = engine_tab.operation.id
  type = "timeseries"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pump 1"
      query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
      query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Pump 2"
      query_filter_asset     = { id = "1f6e4b7a-90c2-4d35-8a1b-3c7d9e5f2b21", name = "Pump 2" }
      query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    },
  ]
  thresholds = [{ value = 8, color = "red", display_text = "relief valve opens" }]

  timestamp_gte = "now - 1d"
  timestamp_lte = "now"
  y_axis_unit   = "bar"
}
