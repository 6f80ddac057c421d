# All connectors. Without type, the components of all types.
list "engine_component" "connectors" {
  provider = engine

  config {
    type = "connector"
  }
}
