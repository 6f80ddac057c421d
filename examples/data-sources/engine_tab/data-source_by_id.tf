# Read a tab by its id, which needs no dashboard.

resource "engine_dashboard" "plant" {
  name = "Waterworks east"
}

resource "engine_tab" "flow" {
  name      = "Flow"
  dashboard = engine_dashboard.plant.id
}

data "engine_tab" "flow" {
  id = engine_tab.flow.id
}

output "tab_order" {
  value = data.engine_tab.flow.order
}
