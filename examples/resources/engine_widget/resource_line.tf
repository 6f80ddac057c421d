# A line that connects hourly averages.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "pressure" {
  name = "Hourly pressure"
  tab  = engine_tab.operation.id
  type = "line"

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pump 1"
    query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
    query_group_unit       = "hour"
    query_group_function   = "avg"
  }]

  timestamp_gte            = "now - 7d"
  timestamp_lte            = "now"
  line_interpolation_style = "rounded"
  y_axis_unit              = "bar"
}
