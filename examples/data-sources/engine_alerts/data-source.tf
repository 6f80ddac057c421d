resource "engine_alert" "overflow" {
  name     = "Overflow of the reservoir"
  severity = "SEV1"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
}

data "engine_alerts" "critical" {
  filters    = { severity = "SEV1", ordering = "name" }
  depends_on = [engine_alert.overflow]
}

output "critical_alerts" {
  value = { for alert in data.engine_alerts.critical.alerts : alert.name => alert.status }
}
