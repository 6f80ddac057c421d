# A list of the events in which alerts started to fire.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "events" {
  name = "Alerts that started to fire"
  tab  = engine_tab.operation.id
  type = "alertevents"

  filter_old_status = ["no_alert", "warning"]
  filter_new_status = ["alert"]
}
