# Find the widgets of all tabs whose name contains a text.

list "engine_widget" "by_name" {
  provider = engine

  config {
    name_contains = "Pressure"
  }
}
