# Find a dashboard by its name.

resource "engine_dashboard" "plant" {
  name = "Waterworks west"
}

data "engine_dashboard" "plant" {
  name       = "Waterworks west"
  depends_on = [engine_dashboard.plant]
}

output "dashboard_created_at" {
  value = data.engine_dashboard.plant.created_at
}
