# Reads the events of an alert.

terraform {
  required_providers {
    engine = {
      source  = "engine-platform/engine"
      version = "~> 0.1"
    }
  }
}

variable "alert" {
  description = "Id of the alert."
  type        = string
}

data "engine_alert_events" "this" {
  alert = var.alert
}

output "events" {
  description = "The events of the alert, the oldest first."
  value       = reverse(data.engine_alert_events.this.events)
}
