# The function compares the energy use of a pump with its rated use: 1 is as rated, 1.2 is 20 % more.
resource "engine_function" "energy_use" {
  name        = "Energy use of ${var.pumps.north.name} against its rating"
  description = "Power by flow, divided by the rated energy use of the pump."
  tags        = var.tags[*].name

  function_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Power"
      query_filter_asset     = var.pumps.north
      query_filter_attribute = merge(var.attributes.power, { type = "Number" })
      query_sort_field       = "timestamp"
      query_sort_direction   = 1
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = var.pumps.north
      query_filter_attribute = merge(var.attributes.flow, { type = "Number" })
      query_sort_field       = "timestamp"
      query_sort_direction   = 1
    },
    {
      ref_id                = "M"
      type                  = "METADATA"
      label                 = "Rated energy use in kWh/m³"
      query_filter_asset    = var.pumps.north
      query_filter_metadata = var.rated_energy_use
    },
    {
      ref_id     = "R"
      type       = "EXPRESSION"
      label      = "Energy use against rating"
      expression = local.expressions.use_rating
    },
  ]

  type             = "rate"
  rate_value       = 15
  rate_unit        = "minute"
  time_window      = var.energy_use_window
  target_variable  = "R"
  target_asset     = var.pumps.north
  target_attribute = merge(var.attributes.energy_use, { type = "Number" })
}
