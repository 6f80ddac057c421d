moved {
  from = acme_dashboard.plant
  to   = engine_dashboard.plant
}

moved {
  from = acme_dashboard_tab.overview
  to   = engine_tab.overview
}

moved {
  from = acme_dashboard_bargauge_chart.heat
  to   = engine_widget.heat
}

moved {
  from = acme_algorithm.forecast
  to   = engine_component.forecast
}

moved {
  from = acme_component_routine.boiler
  to   = engine_routine.boiler
}

moved {
  from = acme_alert.hot
  to   = engine_alert.hot
}

moved {
  from = acme_function.efficiency
  to   = engine_function.efficiency
}

moved {
  from = acme_node.edge
  to   = engine_node.edge
}
