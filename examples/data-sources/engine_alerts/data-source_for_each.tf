# Show the events of every critical alert in a widget of its own.

data "engine_alerts" "critical" {
  filters = { severity = "SEV1" }
}

resource "engine_dashboard" "critical" {
  name = "Critical alerts"
}

resource "engine_tab" "events" {
  name      = "Events"
  dashboard = engine_dashboard.critical.id
}

resource "engine_widget" "events" {
  for_each = { for alert in data.engine_alerts.critical.alerts : alert.id => alert }

  name        = each.value.name
  tab         = engine_tab.events.id
  type        = "alertevents"
  filter_name = each.value.name
}
