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

moved {
  from = acme_dashboard_area_chart.a
  to   = engine_widget.a
}

moved {
  from = acme_connector.empty
  to   = engine_component.empty
}

moved {
  from = acme_dashboard_stat_chart.line
  to   = engine_widget.line
}

moved {
  from = acme_component_routine.doubts
  to   = engine_routine.doubts
}
