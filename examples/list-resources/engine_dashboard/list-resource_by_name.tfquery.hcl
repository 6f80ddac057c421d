# Find the dashboard with the given name.

list "engine_dashboard" "by_name" {
  provider = engine

  config {
    name = "Pumping station north"
  }
}
