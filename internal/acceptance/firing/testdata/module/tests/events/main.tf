terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

variable "alert" {
  type = string
}

data "engine_alert_events" "all" {
  alert = var.alert
}

output "changes" {
  description = "The changes of the status, the oldest first."
  value       = [for event in reverse(data.engine_alert_events.all.events) : "${event.timestamp} ${event.new_status}"]
}
