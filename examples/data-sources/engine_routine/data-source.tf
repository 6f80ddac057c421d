# Find a routine by its name. Names are unique only within a component, so also declare the component.

resource "engine_component" "historian" {
  type                = "connector"
  name                = "Historian"
  version             = "1.0.0"
  deployment_capacity = "small"
  routines            = [{ name = "copy" }]
}

resource "engine_routine" "nightly" {
  name         = "Nightly copy"
  component_id = engine_component.historian.id
  type         = "copy"
}

data "engine_routine" "nightly" {
  name         = "Nightly copy"
  component_id = engine_component.historian.id
  depends_on   = [engine_routine.nightly]
}

output "routine_type" {
  value = data.engine_routine.nightly.type
}
