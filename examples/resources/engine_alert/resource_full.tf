# An alert with a message for each status, recipients of its notifications, and all other settings.

locals {
  pump     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
  pressure = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
}

resource "engine_alert" "pressure" {
  name        = "Pressure of pump 1"
  description = "The relief valve opens at 8 bar."
  severity    = "SEV2"
  assets      = [local.pump]
  tags        = [{ id = "c1b7e9d2-03a5-4c6e-8f1b-2d9e4a7f6b30", name = "water" }]
  active      = true

  # Schedule: every 5 minutes.
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  # Condition: the maximum of A in the last 10 minutes. The first threshold that is reached sets the status.
  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Pressure"
    query_filter_asset     = local.pump
    query_filter_attribute = local.pressure
    query_sort_field       = "timestamp"
    query_sort_direction   = -1
    query_limit            = 1000
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "max"
  stmt_time_window     = "10m"
  stmt_operator        = "ge"
  stmt_thresholds = [
    { value = 8, status = "alert", status_text = "The relief valve opens. Stop the pump." },
    { value = 6, status = "warning", status_text = "The pressure is above 6 bar. Check the outlet valve." },
  ]

  # Notifications.
  destinations_list = ["operators@example.com", "maintenance@example.com"]
  notify_no_data    = true
  notify_error      = true
  notify_timeout    = false
  mute              = false

  # A key for which the resource has no attribute.
  extra = jsonencode({ runbook = "https://wiki.example.com/pump-pressure" })
}
