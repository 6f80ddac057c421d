# List the ten most recent status changes of an alert.

resource "engine_alert" "overflow" {
  name       = "Overflow of the north reservoir"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "north-reservoir" }
    query_filter_attribute = { id = "level" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = 300
  stmt_operator        = "ge"
  stmt_thresholds      = [{ value = 4.8, status = "alert" }]
}

data "engine_alert_events" "overflow" {
  alert = engine_alert.overflow.id
  limit = 10
}

output "latest_changes_of_the_alert" {
  value = [for event in data.engine_alert_events.overflow.events : "${event.timestamp} ${event.old_status} -> ${event.new_status}"]
}
