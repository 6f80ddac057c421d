# A list of the alerts with "Pump" in their names whose status is alert or warning.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "alerts" {
  name = "Alerts of the pumps"
  tab  = engine_tab.operation.id
  type = "alertlist"

  filter_name   = "Pump"
  filter_status = ["alert", "warning"]
}
