moved {
  from = acme_alert.high
  to   = engine_alert.high
}
