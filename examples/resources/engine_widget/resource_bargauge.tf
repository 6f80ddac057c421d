# A bar for each pump, whose length shows the pump's last value.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "pressure" {
  name = "Pressure now"
  tab  = engine_tab.operation.id
  type = "bargauge"

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
  thresholds = [
    { value = 6, color = "orange" },
    { value = 8, color = "red" },
  ]

  labels_aggregation = "last"
  orientation        = "horizontal"
  max_limit          = 10
  y_axis_unit        = "bar"
}
