resource "engine_alert" "overflow" {
  name       = "Overflow of the reservoir"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

data "engine_alert_events" "overflow" {
  alert = engine_alert.overflow.id
  limit = 10
}

output "latest_changes_of_the_alert" {
  value = [for event in data.engine_alert_events.overflow.events : "${event.timestamp} ${event.old_status} -> ${event.new_status}"]
}
