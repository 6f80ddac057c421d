# Find a component by its type and its name.

list "engine_component" "by_name" {
  provider = engine

  config {
    type = "connector"
    name = "Riverside gateway"
  }
}
