resource "engine_dashboard" "station" {
  name        = var.station.name
  description = var.dashboard_description
  assets      = concat([var.station], values(var.pumps))
  tags        = var.tags
}

# --- Tab "Operation", for the operators ---

resource "engine_tab" "operation" {
  name      = "Operation"
  dashboard = engine_dashboard.station.id
  order     = index(var.tab_order, "operation")
}

resource "engine_widget" "pressure" {
  name             = "Discharge pressure"
  tab              = engine_tab.operation.id
  type             = "timeseries"
  refresh_interval = var.refresh_interval

  position_x = 0
  position_y = 0
  width      = 14
  height     = 8

  chart_items = [
    for pump, ref_id in local.pump_ref_ids : {
      ref_id                 = ref_id
      type                   = "QUERY"
      label                  = var.pumps[pump].name
      query_filter_asset     = var.pumps[pump]
      query_filter_attribute = var.attributes.pressure
    }
  ]
  thresholds = [
    { value = 6, color = "orange", display_text = "High" },
    { value = 8, color = "#cc0000", display_text = "Relief valve opens" },
  ]

  timestamp_gte            = "now - 1d"
  timestamp_lte            = "now"
  display_time_range       = true
  timeseries_type          = "line"
  line_interpolation_style = "rounded"
  y_axis_min_limit         = 0
  y_axis_unit              = "bar"
  x_axis_format            = "MM-dd HH:mm"
  labels_display           = true
  labels_aggregation       = "last"
  labels_placement         = "bottom"
}

resource "engine_widget" "energy_use" {
  name             = "Energy use of ${var.pumps.north.name}"
  description      = "Kilowatt hours for each cubic meter of water."
  tab              = engine_tab.operation.id
  type             = "gauge"
  refresh_interval = var.refresh_interval

  position_x = 14
  position_y = 0
  width      = 6
  height     = 8

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      hidden                 = true
      query_filter_asset     = var.pumps.north
      query_filter_attribute = var.attributes.power
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      hidden                 = true
      query_filter_asset     = var.pumps.north
      query_filter_attribute = var.attributes.flow
    },
    {
      ref_id     = "C"
      type       = "EXPRESSION"
      label      = "kWh/m³"
      color      = "#0066cc"
      expression = local.expressions.energy_use
    },
  ]
  thresholds = [
    { value = 0.4, color = "green" },
    { value = 0.6, color = "red" },
  ]

  max_limit          = 1
  number_of_decimals = 2
}

resource "engine_widget" "state" {
  name             = "State of ${var.pumps.north.name}"
  tab              = engine_tab.operation.id
  type             = "stat"
  refresh_interval = var.refresh_interval

  position_x = 0
  position_y = 8
  width      = 6
  height     = 5

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      query_filter_asset     = var.pumps.north
      query_filter_attribute = var.attributes.state
      query_limit            = 1
    },
  ]

  # The controller returns 0 (stopped), a speed from 1 to 3000, or a fault code such as E17.
  value_mappings = [
    { type = "exact_match", order = 0, match_value = "0", display_text = "Stopped" },
    { type = "range", order = 1, range_start = 1, range_end = 3000, display_text = "Running" },
    { type = "regex", order = 2, regular_expression = "^E[0-9]+$", display_text = "Fault" },
  ]

  border = true
}

resource "engine_widget" "flow" {
  name             = "Flow by the hour"
  tab              = engine_tab.operation.id
  type             = "bar"
  refresh_interval = var.refresh_interval

  position_x = 6
  position_y = 8
  width      = 14
  height     = 5

  chart_items = [
    for pump, ref_id in local.pump_ref_ids : {
      ref_id                 = ref_id
      type                   = "QUERY"
      label                  = var.pumps[pump].name
      query_filter_asset     = var.pumps[pump]
      query_filter_attribute = var.attributes.flow
      query_group_unit       = "hour"
      query_group_function   = "avg"
    }
  ]

  timestamp_gte = "now - 1d"
  timestamp_lte = "now"
  orientation   = "vertical"
  y_axis_unit   = "m³/h"
}

# --- Tab "Maintenance", for the workshop ---

resource "engine_tab" "maintenance" {
  name      = "Maintenance"
  dashboard = engine_dashboard.station.id
  order     = index(var.tab_order, "maintenance")
}

resource "engine_widget" "ratings" {
  name             = "Rated energy use"
  tab              = engine_tab.maintenance.id
  type             = "table"
  refresh_interval = var.refresh_interval

  position_x = 0
  position_y = 0
  width      = 10
  height     = 6

  chart_items = [
    for pump, ref_id in local.pump_ref_ids : {
      ref_id                = ref_id
      type                  = "METADATA"
      label                 = var.pumps[pump].name
      query_filter_asset    = var.pumps[pump]
      query_filter_metadata = var.rated_energy_use
    }
  ]
}

resource "engine_widget" "alerts" {
  name             = "Alerts of the pumps"
  tab              = engine_tab.maintenance.id
  type             = "alertlist"
  refresh_interval = var.refresh_interval

  position_x = 10
  position_y = 0
  width      = 10
  height     = 6

  filter_name   = "Pump"
  filter_status = ["alert", "warning"]
}

resource "engine_widget" "instructions" {
  name             = "What to do"
  tab              = engine_tab.maintenance.id
  type             = "text"
  refresh_interval = var.refresh_interval

  position_x = 0
  position_y = 6
  width      = 20
  height     = 3
  min_height = 2

  text = <<-EOT
    A pump that uses too much energy is worn or clogged: check the strainer first, then the impeller.
    The workshop is on duty from 6 to 22 o'clock.
  EOT
}
