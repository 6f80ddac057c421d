# Place widgets of different sizes on a tab without overlap.

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
  count = length(local.charts)

  name       = local.charts[count.index].name
  tab        = engine_tab.overview.id
  type       = local.charts[count.index].type
  width      = local.places[count.index].width
  height     = local.places[count.index].height
  position_x = local.places[count.index].position_x
  position_y = local.places[count.index].position_y
}
