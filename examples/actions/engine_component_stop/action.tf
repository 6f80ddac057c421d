# Run terraform apply with -invoke=action.engine_component_stop.gateway to stop the component.

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  version             = "1.0.0"
  deployment_capacity = "small"
}

action "engine_component_stop" "gateway" {
  config {
    type     = engine_component.gateway.type
    id       = engine_component.gateway.id
    timeouts = { invoke = "5m" }
  }
}
