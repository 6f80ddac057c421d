# To stop the component, run: terraform apply -invoke=action.engine_component_stop.gateway
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
