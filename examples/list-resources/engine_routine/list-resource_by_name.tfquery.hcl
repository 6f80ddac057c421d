# Find the routines of all components whose name contains a text.

list "engine_routine" "by_name" {
  provider = engine

  config {
    name_contains = "Forecast"
  }
}
