moved {
  from = acme_node.crlf
  to   = engine_node.crlf
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
  from = acme_dashboard_table_chart.many
  to   = engine_widget.many
}

moved {
  from = acme_widget.text
  to   = engine_widget.text
}

moved {
  from = acme_alert.each
  to   = engine_alert.each
}

moved {
  from = acme_algorithm.nested
  to   = engine_component.nested
}
