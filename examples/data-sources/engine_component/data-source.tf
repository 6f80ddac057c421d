# Find a component by its type and name, and check whether it is running.

resource "engine_component" "scada" {
  type                = "connector"
  name                = "SCADA gateway"
  version             = "2.1.0"
  deployment_capacity = "small"
}

data "engine_component" "scada" {
  type       = "connector"
  name       = "SCADA gateway"
  depends_on = [engine_component.scada]
}

output "scada_status" {
  value = data.engine_component.scada.deployment_status
}
