# The smallest tab has only a name and the dashboard to which it belongs.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "pressure" {
  name      = "Pressure"
  dashboard = engine_dashboard.plant.id
}
