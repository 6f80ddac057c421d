moved {
  from = acme_dashboard.d
  to   = engine_dashboard.d
}

moved {
  from = acme_dashboard.heredoc
  to   = engine_dashboard.heredoc
}

moved {
  from = acme_dashboard.dynamic
  to   = engine_dashboard.dynamic
}

moved {
  from = acme_dashboard.iterators
  to   = engine_dashboard.iterators
}

moved {
  from = acme_alert.a
  to   = engine_alert.a
}

moved {
  from = acme_dashboard_line_chart.numbers
  to   = engine_widget.numbers
}

moved {
  from = acme_alert.blank
  to   = engine_alert.blank
}
