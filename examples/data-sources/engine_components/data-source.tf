# List all connectors that are running. Without type, the list contains components of all types.

resource "engine_component" "weather" {
  type                = "connector"
  name                = "Weather service"
  version             = "2.1.0"
  deployment_capacity = "small"
}

data "engine_components" "connectors" {
  type       = "connector"
  depends_on = [engine_component.weather]
}

output "running_connectors" {
  value = [for c in data.engine_components.connectors.components : c.name if c.deployment_status == "Running"]
}
