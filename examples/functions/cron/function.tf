# Set an alert's schedule with a cron expression: on working days at half past six.

locals {
  cron = provider::engine::cron("30 6 ? * MON-FRI *")
}

resource "engine_alert" "tank_level" {
  name         = "Tank level at the start of the shift"
  severity     = "SEV4"
  type         = local.cron.type
  cron_minutes = local.cron.cron_minutes
  cron_hours   = local.cron.cron_hours
  cron_dom     = local.cron.cron_dom
  cron_month   = local.cron.cron_month
  cron_dow     = local.cron.cron_dow
  cron_year    = local.cron.cron_year

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
