# Every pump, every five minutes: does it use more energy than it should?
resource "engine_alert" "energy_use" {
  for_each = var.pumps

  name        = "${each.value.name}: energy use"
  description = "Electric power by flow, the mean of 15 minutes."
  severity    = "SEV3"
  type        = "rate"
  rate_value  = 5
  rate_unit   = "minute"
  assets      = [{ id = each.value.id, name = each.value.name }]
  tags        = var.tags

  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Power"
      query_filter_asset     = each.value
      query_filter_attribute = var.attributes.power
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = each.value
      query_filter_attribute = var.attributes.flow
    },
    {
      ref_id     = "C"
      type       = "EXPRESSION"
      label      = "Energy use in kWh/m³"
      expression = local.expressions.energy_use
    },
  ]
  stmt_target_variable = "C"
  stmt_aggregation     = "avg"
  stmt_time_window     = 900
  stmt_operator        = "ge"
  stmt_thresholds = [
    { value = 0.6, status = "alert", status_text = "Stop the pump and check it." },
    { value = 0.4, status = "warning", status_text = "Check the strainer." },
  ]

  destinations_list = var.alert_recipients
  notify_no_data    = false
}

locals {
  # The checks that run once a day over all pumps, by attribute. The first threshold that is reached sets the status.
  daily_checks = {
    pressure = {
      name     = "Pumps: pressure of the last day"
      hour     = "6"
      severity = "SEV5"
      thresholds = [
        { value = 8, status = "alert" },
        { value = 6, status = "warning" },
      ]
    }
    anomaly = {
      name     = "Pumps: anomaly of the last day"
      hour     = "7"
      severity = "SEV4"
      thresholds = [
        { value = 0.9, status = "alert" },
        { value = 0.7, status = "warning" },
      ]
    }
  }
}

# Alerts that run every morning, for the daily meeting.
resource "engine_alert" "daily" {
  for_each = local.daily_checks

  name         = each.value.name
  severity     = each.value.severity
  type         = "cron"
  cron_minutes = "0"
  cron_hours   = each.value.hour
  cron_dom     = "*"
  cron_month   = "*"
  cron_dow     = "?"
  cron_year    = "*"
  assets       = values(var.pumps)
  tags         = var.tags

  # One item for each pump, and an item with the maximum over all pumps.
  alert_items = concat(
    [
      for pump, ref_id in local.pump_ref_ids : {
        ref_id                 = ref_id
        type                   = "QUERY"
        label                  = var.pumps[pump].name
        query_filter_asset     = var.pumps[pump]
        query_filter_attribute = var.attributes[each.key]
      }
    ],
    [
      {
        ref_id     = "MAX"
        type       = "EXPRESSION"
        label      = "Greatest value"
        expression = local.expressions.greatest
      },
    ],
  )
  stmt_target_variable = "MAX"
  stmt_aggregation     = "max"
  stmt_time_window     = 86400
  stmt_operator        = "gt"
  stmt_thresholds      = [for threshold in each.value.thresholds : merge(threshold, { status_text = "See the tab Maintenance." })]

  destinations_list = var.alert_recipients
}
