# List all dashboards whose name contains a text.

list "engine_dashboard" "stations" {
  provider = engine

  config {
    name_contains = "station"
  }
}
