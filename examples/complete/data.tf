# Other configurations find the station's objects with data sources like these. Here the same configuration creates the objects, so each
# data source refers to an object (by id or name) or waits for it (depends_on).

# --- One object, by id or name ---

data "engine_node" "station" {
  name = engine_node.station.name
}

data "engine_component" "gateway" {
  type = "connector"
  id   = engine_component.gateway.id
}

data "engine_component" "anomaly" {
  type = "algorithm"
  name = engine_component.anomaly.name
}

data "engine_routine" "polling" {
  component_id = engine_routine.polling.component_id
  name         = engine_routine.polling.name
}

data "engine_dashboard" "station" {
  name = engine_dashboard.station.name
}

data "engine_tab" "operation" {
  dashboard = engine_tab.operation.dashboard
  name      = engine_tab.operation.name
}

data "engine_widget" "pressure" {
  id = engine_widget.pressure.id
}

data "engine_alert" "north" {
  id = engine_alert.energy_use["north"].id
}

data "engine_function" "energy_use" {
  id = engine_function.energy_use.id
}

# --- All objects of a kind, or those that match filters ---

data "engine_nodes" "edge" {
  name_contains = "-edge-"
  depends_on    = [engine_node.station]
}

data "engine_components" "all" {
  depends_on = [engine_component.gateway, engine_component.anomaly]
}

data "engine_routines" "gateway" {
  component_id = engine_component.gateway.id
  depends_on   = [engine_routine.polling]
}

data "engine_dashboards" "station" {
  name       = engine_dashboard.station.name
  depends_on = [engine_dashboard.station]
}

data "engine_tabs" "station" {
  dashboard  = engine_dashboard.station.id
  filters    = { ordering = "name" }
  depends_on = [engine_tab.operation, engine_tab.maintenance]
}

data "engine_widgets" "operation" {
  tab        = engine_tab.operation.id
  depends_on = [engine_widget.pressure, engine_widget.energy_use, engine_widget.state, engine_widget.flow]
}

data "engine_alerts" "pumps" {
  name_contains = "Pump"
  filters       = { type = "rate", ordering = "name" }
  depends_on    = [engine_alert.energy_use]
}

data "engine_functions" "all" {
  depends_on = [engine_function.energy_use]
}
