# Find the widgets of all tabs whose name contains a given string.

list "engine_widget" "by_name" {
  provider = engine

  config {
    name_contains = "Pressure"
  }
}
