# Terraform starts the component once, after creating it. It does not manage later starts and stops.

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  version             = "1.0.0"
  deployment_capacity = "small"

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.engine_component_start.gateway]
    }
  }
}

action "engine_component_start" "gateway" {
  config {
    type     = engine_component.gateway.type
    id       = engine_component.gateway.id
    timeouts = { invoke = "5m" }
  }
}
