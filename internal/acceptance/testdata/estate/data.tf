# Every object once more, by its id and in the plural.

data "engine_dashboard" "it" {
  id = engine_dashboard.it.id
}

data "engine_dashboards" "all" {
  name = engine_dashboard.it.name
}

data "engine_tab" "it" {
  id = engine_tab.it.id
}

data "engine_tabs" "all" {
  dashboard = engine_dashboard.it.id
}

data "engine_widget" "it" {
  id = engine_widget.it.id
}

data "engine_widgets" "all" {
  tab = engine_tab.it.id
}

data "engine_component" "it" {
  type = engine_component.it.type
  id   = engine_component.it.id
}

data "engine_components" "all" {
  name = engine_component.it.name
}

data "engine_routine" "it" {
  id = engine_routine.it.id
}

data "engine_routines" "all" {
  component_id = engine_component.it.id
}

data "engine_alert" "it" {
  id = engine_alert.rate.id
}

data "engine_alerts" "all" {
  name_contains = "Flow"
}

data "engine_node" "it" {
  id = engine_node.it.id
}

data "engine_nodes" "all" {
  name = engine_node.it.name
}

data "engine_function" "it" {
  id = engine_function.it.id
}

data "engine_functions" "all" {
  name = engine_function.it.name
}
