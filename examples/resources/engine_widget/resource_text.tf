# Static text, for example instructions for the operators.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "instructions" {
  name = "What to do"
  tab  = engine_tab.operation.id
  type = "text"

  text = <<-EOT
    If the pressure is above 6 bar, check the outlet valve.
    Control room: extension 214
  EOT
}
