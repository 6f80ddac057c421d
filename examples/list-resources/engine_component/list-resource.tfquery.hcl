# List all connectors. Without type, components of all types are listed.

list "engine_component" "connectors" {
  provider = engine

  config {
    type = "connector"
  }
}
