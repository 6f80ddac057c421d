moved {
  from = acme_node.n
  to   = engine_node.n
}

moved {
  from = acme_dashboard_line_chart.zero
  to   = engine_widget.zero
}
