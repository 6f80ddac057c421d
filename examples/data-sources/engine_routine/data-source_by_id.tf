# Read a routine by its id, which needs no component.

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
  id = engine_routine.nightly.id
}

output "routine_type" {
  value = data.engine_routine.nightly.type
}
