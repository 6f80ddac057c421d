moved {
  from = acme_algorithm.model
  to   = engine_component.model
}

moved {
  from = acme_alert.high
  to   = engine_alert.high
}

moved {
  from = acme_node.edge
  to   = engine_node.edge
}
