# List all dashboards whose name contains a given string.

list "engine_dashboard" "stations" {
  provider = engine

  config {
    name_contains = "station"
  }
}
