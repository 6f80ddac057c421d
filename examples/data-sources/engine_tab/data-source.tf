# Find a tab by its name. Names are unique only within a dashboard, so also declare the dashboard.

resource "engine_dashboard" "plant" {
  name = "Waterworks east"
}

resource "engine_tab" "flow" {
  name      = "Flow"
  dashboard = engine_dashboard.plant.id
}

data "engine_tab" "flow" {
  name       = "Flow"
  dashboard  = engine_dashboard.plant.id
  depends_on = [engine_tab.flow]
}

output "tab_id" {
  value = data.engine_tab.flow.id
}
