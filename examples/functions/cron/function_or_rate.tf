# Let users of a module choose between a cron expression and a rate.

variable "schedule" {
  description = "When the alert runs: a rate such as 5m, or a cron expression such as 30 6 ? * MON-FRI *"
  type        = string
  default     = "5m"
}

locals {
  is_cron  = length(split(" ", var.schedule)) == 6
  schedule = local.is_cron ? provider::engine::cron(var.schedule) : provider::engine::rate(var.schedule)
}

resource "engine_alert" "tank_level" {
  name         = "Tank level"
  severity     = "SEV4"
  type         = local.schedule.type
  rate_value   = local.schedule.rate_value
  rate_unit    = local.schedule.rate_unit
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
