# A list of the commands with "Valve" in their names.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "commands" {
  name = "Commands for valves"
  tab  = engine_tab.operation.id
  type = "commandlist"

  filter_name = "Valve"
}
