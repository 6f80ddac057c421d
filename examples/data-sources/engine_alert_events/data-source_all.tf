# List the times at which any alert in the engine fired.

data "engine_alert_events" "all" {}

output "fired_at" {
  value = [for event in data.engine_alert_events.all.events : event.timestamp if event.new_status == "alert"]
}
