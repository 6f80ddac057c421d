# List all dashboards whose name contains a given string.

resource "engine_dashboard" "reservoirs" {
  name = "Reservoirs in the hills"
}

data "engine_dashboards" "reservoirs" {
  name_contains = "Reservoirs"
  depends_on    = [engine_dashboard.reservoirs]
}

output "dashboard_ids" {
  value = data.engine_dashboards.reservoirs.dashboards[*].id
}
