# A chart with calculated values, thresholds, labels instead of values, axes, and a position on the tab.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.plant.id
}

locals {
  pump     = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" }
  pressure = { id = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", name = "Pressure" }
}

resource "engine_widget" "pressure" {
  name        = "Pressure of pump 1"
  description = "The relief valve opens at 8 bar."
  tab         = engine_tab.operation.id
  type        = "timeseries"

  # Content. A hidden item is calculated, but not shown.
  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Average of each minute"
      order                  = 0
      color                  = "#1f77b4"
      query_filter_asset     = local.pump
      query_filter_attribute = local.pressure
      query_group_unit       = "minute"
      query_group_function   = "avg"
      query_sort_field       = "timestamp"
      query_sort_direction   = -1
      query_limit            = 5000
    },
    {
      ref_id                = "M"
      type                  = "METADATA"
      label                 = "Rated pressure"
      hidden                = true
      query_filter_asset    = local.pump
      query_filter_metadata = { id = "9e1b6c3d-2f85-4a70-b4c8-6d0e7a9f5b13", name = "Rated pressure" }
    },
    {
      ref_id     = "C"
      type       = "EXPRESSION"
      label      = "Above the rated pressure"
      order      = 1
      color      = "orange"
      expression = "Math.max($A - $M, 0)"
    },
  ]
  value_mappings = [
    { type = "exact_match", order = 0, match_value = "0", display_text = "off" },
    { type = "range", order = 1, range_start = 8, range_end = 100, display_text = "too high" },
    { type = "regex", order = 2, regular_expression = "^E[0-9]+$", display_text = "fault" },
  ]
  thresholds = [
    { value = 6, color = "orange", display_text = "high" },
    { value = 8, color = "#cc0000", display_text = "relief valve opens" },
  ]

  # Time range, and how often the web application refreshes the widget.
  timestamp_gte      = "now - 7d"
  timestamp_lte      = "now"
  timezone           = "Europe/Lisbon"
  display_time_range = true
  refresh_interval   = "30s"

  # Appearance.
  timeseries_type          = "line"
  line_interpolation_style = "rounded"
  show_line                = true
  fill                     = false
  show_beyond_data         = false
  number_of_decimals       = 2

  # Legend and axes.
  labels_display         = true
  labels_aggregation     = "last"
  labels_placement       = "bottom"
  y_axis_unit            = "bar"
  y_axis_min_limit       = 0
  y_axis_max_limit       = 10
  hide_y_tick            = false
  hide_y_grid            = false
  x_axis_format          = "MM-dd HH:mm"
  x_axis_auto_skip       = true
  x_axis_max_ticks_limit = 12
  hide_x_tick            = false

  # Position on the tab, whose grid has 20 columns.
  position_x = 0
  position_y = 0
  width      = 12
  height     = 8
  min_width  = 6
  min_height = 4
}
