# A function that runs every night at one o'clock and writes the water volume of the last day.

locals {
  station = { id = "f4a1d7c9-3e52-4b88-9d06-2c6b8e5a7f13", name = "Pumping station north" }
}

resource "engine_function" "daily_volume" {
  name         = "Water volume of the last day"
  type         = "cron"
  cron_minutes = "0"
  cron_hours   = "1"
  cron_dom     = "*"
  cron_month   = "*"
  cron_dow     = "?"
  cron_year    = "*"

  function_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = local.station
    query_filter_attribute = { id = "0d5b8e2a-6c97-4f14-b3a8-9e7c1f4d5b60", name = "Volume", type = "Number" }
    query_group_unit       = "day"
    query_group_function   = "sum"
  }]
  time_window      = 86400
  target_variable  = "A"
  target_asset     = local.station
  target_attribute = { id = "a6e3c0f7-4b19-4d85-9c2e-8f5d1b7a0e93", name = "Daily volume", type = "Number" }
}
