# Set an alert's schedule with a cron expression: on working days at half past six.

locals {
  schedule = provider::engine::cron("30 6 ? * MON-FRI *")
}

resource "engine_alert" "tank_level" {
  name         = "Tank level at the start of the shift"
  severity     = "SEV4"
  type         = local.schedule.type
  cron_minutes = local.schedule.cron_minutes
  cron_hours   = local.schedule.cron_hours
  cron_dom     = local.schedule.cron_dom
  cron_month   = local.schedule.cron_month
  cron_dow     = local.schedule.cron_dow
  cron_year    = local.schedule.cron_year

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "tank-1", name = "Tank 1" }
    query_filter_attribute = { id = "level", name = "Level" }
  }]
  stmt_target_variable = "A"
  stmt_aggregation     = "last"
  stmt_time_window     = 86400
  stmt_operator        = "lt"
  stmt_thresholds      = [{ value = 2.5, status = "alert" }]
}
