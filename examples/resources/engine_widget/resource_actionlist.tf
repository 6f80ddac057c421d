# A list of the actions with "Restart" in their names, on assets with "Pump" in theirs.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "actions" {
  name = "Actions on pumps"
  tab  = engine_tab.operation.id
  type = "actionlist"

  filter_name       = "Restart"
  filter_asset_name = "Pump"
}
