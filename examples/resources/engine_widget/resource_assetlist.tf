# A list of the assets with "Pump" in their names.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "pumps" {
  name = "Pumps"
  tab  = engine_tab.operation.id
  type = "assetlist"

  filter_name = "Pump"
}
