moved {
  from = acme_dashboard.plant
  to   = engine_dashboard.plant
}

moved {
  from = acme_dashboard_tab.pumps
  to   = engine_tab.pumps
}

moved {
  from = acme_dashboard_line_chart.pressure
  to   = engine_widget.pressure
}

moved {
  from = acme_dashboard_bar_gauge_chart.pressure
  to   = engine_widget.pressure_bargauge
}

moved {
  from = acme_widget.note
  to   = engine_widget.note
}

moved {
  from = acme_algorithm.model
  to   = engine_component.model
}

moved {
  from = acme_connector.mail
  to   = engine_component.mail
}

moved {
  from = acme_component_routine.hourly
  to   = engine_routine.hourly
}

moved {
  from = acme_alert.high
  to   = engine_alert.high
}

moved {
  from = acme_node.edge
  to   = engine_node.edge
}

moved {
  from = acme_function.sum
  to   = engine_function.sum
}
