# Find the tabs with the given name on all dashboards.

list "engine_tab" "by_name" {
  provider = engine

  config {
    name = "Operation"
  }
}
