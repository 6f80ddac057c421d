# The smallest tab: a name, and the dashboard to which the tab belongs.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "pressure" {
  name      = "Pressure"
  dashboard = engine_dashboard.plant.id
}
