# The smallest function that calculates something: every hour, it writes the average pressure of the last hour to another attribute.

locals {
  pump = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
}

resource "engine_function" "mean_pressure" {
  name       = "Mean pressure of pump 1"
  type       = "rate"
  rate_value = 1
  rate_unit  = "hour"

  function_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = local.pump
    query_filter_attribute = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure", type = "Number" }
    query_group_unit       = "hour"
    query_group_function   = "avg"
  }]
  time_window      = 3600
  target_variable  = "A"
  target_asset     = local.pump
  target_attribute = { id = "6e2b7a91-c4d3-4f58-b1e0-9a8c5d7f3e21", name = "Mean pressure", type = "Number" }
}
