locals {
  charts = [
    { name = "Outlet pressure", type = "timeseries", width = 12, height = 8 },
    { name = "Pressure now", type = "gauge", width = 8, height = 4 },
    { name = "Pump state", type = "stat", width = 8, height = 4 },
    { name = "Alerts", type = "alertlist", width = 20, height = 6 },
  ]
  places = provider::engine::layout(20, local.charts)
}

resource "engine_dashboard" "station" {
  name = "Pump station"
}

resource "engine_tab" "overview" {
  name      = "Overview"
  dashboard = engine_dashboard.station.id
}

resource "engine_widget" "chart" {
  for_each = { for i, chart in local.charts : chart.name => merge(chart, local.places[i]) }

  name       = each.key
  tab        = engine_tab.overview.id
  type       = each.value.type
  width      = each.value.width
  height     = each.value.height
  position_x = each.value.position_x
  position_y = each.value.position_y
}
