moved {
  from = acme_node.edge
  to   = engine_node.edge
}

moved {
  from = acme_connector.reader
  to   = engine_component.reader
}

moved {
  from = acme_connector.odd
  to   = engine_component.odd
}

moved {
  from = acme_alert.high
  to   = engine_alert.high
}

moved {
  from = acme_dashboard_timeseries_chart.flow
  to   = engine_widget.flow
}

moved {
  from = acme_function.sum
  to   = engine_function.sum
}
