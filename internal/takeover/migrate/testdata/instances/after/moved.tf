moved {
  from = acme_node.counted
  to   = engine_node.counted
}

moved {
  from = acme_dashboard.each
  to   = engine_dashboard.each
}

moved {
  from = acme_dashboard_tab.first
  to   = engine_tab.first
}
