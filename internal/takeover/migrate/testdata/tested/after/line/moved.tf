moved {
  from = acme_dashboard.plant
  to   = engine_dashboard.plant
}
