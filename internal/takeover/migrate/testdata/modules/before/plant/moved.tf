# Of last year.
moved {
  from = acme_dashboard.all
  to   = acme_dashboard.each
}
