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
