# A picture from a web server.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "plan" {
  name = "Piping plan"
  tab  = engine_tab.operation.id
  type = "image"

  image_url = "https://intranet.example.com/stations/north/piping.png"
}
