# Find the routines of all components whose name contains a given string.

list "engine_routine" "by_name" {
  provider = engine

  config {
    name_contains = "Forecast"
  }
}
