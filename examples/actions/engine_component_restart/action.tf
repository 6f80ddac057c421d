# The component reads the node's name when it starts. If the name changes, Terraform restarts the component.

resource "engine_node" "station" {
  name = "riverside-edge-1"
  type = "self_hosted"

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.engine_component_restart.gateway]
    }
  }
}

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Riverside gateway"
  version             = "1.0.0"
  deployment_capacity = "small"
}

action "engine_component_restart" "gateway" {
  config {
    type     = engine_component.gateway.type
    id       = engine_component.gateway.id
    timeouts = { invoke = "5m" }
  }
}
