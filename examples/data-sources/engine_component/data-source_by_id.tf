# Find out whether a component in this configuration is running, by its id.

resource "engine_component" "scada" {
  type                = "connector"
  name                = "SCADA gateway"
  version             = "2.1.0"
  deployment_capacity = "small"
}

data "engine_component" "scada" {
  type = engine_component.scada.type
  id   = engine_component.scada.id
}

output "scada_status" {
  value = data.engine_component.scada.deployment_status
}
