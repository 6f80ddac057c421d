resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "pressure" {
  name      = "Pressure"
  dashboard = engine_dashboard.plant.id
  order     = 0
}
