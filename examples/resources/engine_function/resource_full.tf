# A function with items of all three types: it compares the energy use of a pump with the rated energy use in the pump's metadata.

locals {
  pump = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
}

resource "engine_function" "energy_use" {
  name        = "Energy use of pump 1"
  description = "1 is the rated energy use, 1.2 is 20 percent more."
  tags        = ["water", "energy"]
  active      = true

  # Schedule: every 15 minutes.
  type       = "rate"
  rate_value = 15
  rate_unit  = "minute"

  # Calculation: R, from the values of the last hour.
  function_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Power"
      query_filter_asset     = local.pump
      query_filter_attribute = { id = "d2a7c4e8-5b16-4f93-8c0d-7e1a9b6f3d45", name = "Power", type = "Number" }
      query_sort_field       = "timestamp"
      query_sort_direction   = 1
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = local.pump
      query_filter_attribute = { id = "e9c5f1b3-8d27-4a60-9f4e-3b7d2c8a1e56", name = "Flow", type = "Number" }
      query_sort_field       = "timestamp"
      query_sort_direction   = 1
    },
    {
      ref_id                = "M"
      type                  = "METADATA"
      label                 = "Rated energy use"
      query_filter_asset    = local.pump
      query_filter_metadata = { id = "2c8f5a1d-7e93-4b06-a5d9-4f1b8c6e3a72", name = "Rated energy use" }
    },
    {
      ref_id     = "R"
      type       = "EXPRESSION"
      label      = "Energy use by rated energy use"
      expression = "$A / $B / $M"
    },
  ]
  time_window     = 3600
  target_variable = "R"

  # Destination of the result.
  target_asset     = local.pump
  target_attribute = { id = "7f3d9b5e-1a48-4c62-8e7f-5d2c0a9b6e34", name = "Energy use", type = "Number" }
}
