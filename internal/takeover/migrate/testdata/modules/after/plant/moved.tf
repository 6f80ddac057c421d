# Of last year.
moved {
  from = acme_dashboard.all
  to   = acme_dashboard.each
}

moved {
  from = acme_dashboard.each
  to   = engine_dashboard.each
}
