# List all routines of a component.

list "engine_routine" "of_gateway" {
  provider = engine

  config {
    component_id = "4861e1b3-a295-49bc-af1e-ee563fc00e16"
  }
}
