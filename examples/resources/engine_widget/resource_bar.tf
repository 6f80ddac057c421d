# One bar for each day: the energy that two pumps used.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "energy" {
  name = "Energy by day"
  tab  = engine_tab.operation.id
  type = "bar"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Pump 1"
      query_filter_asset     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
      query_filter_attribute = { id = "c8e1a5d3-9b62-4f07-a4d8-0f3b7e6c2a19", name = "Energy" }
      query_group_unit       = "day"
      query_group_function   = "sum"
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Pump 2"
      query_filter_asset     = { id = "1f6e4b7a-90c2-4d35-8a1b-3c7d9e5f2b21", name = "Pump 2" }
      query_filter_attribute = { id = "c8e1a5d3-9b62-4f07-a4d8-0f3b7e6c2a19", name = "Energy" }
      query_group_unit       = "day"
      query_group_function   = "sum"
    },
  ]

  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  orientation   = "vertical"
  y_axis_unit   = "kWh"
}
