# Find out when a dashboard in this configuration was created, by its id.

resource "engine_dashboard" "plant" {
  name = "Waterworks west"
}

data "engine_dashboard" "plant" {
  id = engine_dashboard.plant.id
}

output "dashboard_created_at" {
  value = data.engine_dashboard.plant.created_at
}
