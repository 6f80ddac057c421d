moved {
  from = acme_alert.high
  to   = engine_alert.high
}

moved {
  from = acme_algorithm.model
  to   = engine_component.model
}

moved {
  from = acme_function.sum
  to   = engine_function.sum
}

moved {
  from = acme_dashboard.plant
  to   = engine_dashboard.plant
}
