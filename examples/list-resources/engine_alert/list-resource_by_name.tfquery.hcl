# Find the alerts whose name contains a given string.

list "engine_alert" "by_name" {
  provider = engine

  config {
    name_contains = "Pressure"
  }
}
