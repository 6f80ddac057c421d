# A plant with 26 mistakes. Each is marked in the line before with the resource, the attribute and words of the message:
# as a mistake where the plan refuses it, as a doubt where it warns. TestMistakes wants exactly these, all at once. Lines without a mark are right. Terraform does not look at what depends on
# a resource with a mistake, so nothing here does.

resource "engine_node" "north" {
  name = "Pumping station north"
  type = "self_hosted"
}

resource "engine_node" "south" {
  name = "Pumping station south"
  type = "self_hosted"

  # mistake: engine_node.south: extra contains the key type
  extra = jsonencode({ type = "hosted", rack = "4" })
}

resource "engine_component" "forecast" {
  type    = "algorithm"
  name    = "Flow forecast"
  version = "1.4.0"
  # mistake: engine_component.forecast: deployment_capacity is "huge"
  deployment_capacity = "huge"

  input = [
    {
      name  = "horizon"
      type  = "int"
      value = jsonencode(24)
    },
    {
      # doubt: engine_component.forecast: input[1].value
      name  = "threshold"
      type  = "float"
      value = jsonencode("high")
    },
    {
      # mistake: engine_component.forecast: input[2].name
      name = "horizon"
      type = "int"
    },
  ]

  output = [{
    name = "series"
    fields = [
      { name = "at", type = "datetime", filterable = true },
      { name = "value", type = "float" },
    ]
  }]

  routines = [{ name = "inference", max_instances = 5 }]

  endpoints = [
    { name = "api", port = 8080 },
    # mistake: engine_component.forecast: endpoints[1].port
    { name = "metrics", port = 90900 },
  ]
}

resource "engine_routine" "inference" {
  name         = "Forecast of line 1"
  component_id = "0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
  type         = "inference"

  config = [
    # doubt: engine_routine.inference: config[0].value
    { name = "verbose", type = "bool", value = jsonencode("yes") },
  ]

  input = [{
    name       = "measured"
    type       = "DataAddress"
    value_type = "Number"
    value      = jsonencode({ asset = "pump-1", attribute = "flow" })
  }]

  output = [{
    name       = "forecast"
    type       = "DataAddress"
    value_type = "Number"
    value      = jsonencode({ asset = "pump-1", attribute = "flow-forecast" })
  }]
}

resource "engine_dashboard" "plant" {
  name        = "Plant"
  description = "Everything that the shift looks at"
  tags        = [{ id = "tag-1", name = "operations" }]
  assets      = [{ id = "station-1", name = "Station" }]
}

resource "engine_dashboard" "office" {
  name = "Office"
  assets = [
    { id = "station-1", name = "Station" },
    # mistake: engine_dashboard.office: assets[1].id
    { id = "", name = "Nobody" },
  ]
}

resource "engine_tab" "flow" {
  name      = "Flow"
  dashboard = engine_dashboard.plant.id
  order     = 0
}

resource "engine_tab" "hidden" {
  name      = "Hidden"
  dashboard = engine_dashboard.plant.id
  # mistake: engine_tab.hidden: order
  order = -1
}

resource "engine_tab" "pressure" {
  name      = "Pressure"
  dashboard = engine_dashboard.plant.id
  order     = 1
}

resource "engine_widget" "trend" {
  name = "Flow trend"
  tab  = engine_tab.flow.id
  type = "timeseries"

  width  = 12
  height = 6
  # doubt: engine_widget.trend: position_x
  position_x = 10
  position_y = 0

  # doubt: engine_widget.trend: timeseries_type is "lines"
  timeseries_type = "lines"

  # doubt: engine_widget.trend: timezone
  timezone = "Europe/Atlantis"

  # doubt: engine_widget.trend: timestamp_gte
  timestamp_gte = "the day before yesterday"
  timestamp_lte = "now"

  labels_display     = true
  labels_aggregation = "last"
  # mistake: engine_widget.trend: labels_placement is "left"
  labels_placement = "left"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = { id = "pump-1" }
      query_filter_attribute = { id = "flow" }
    },
    {
      ref_id = "B"
      type   = "EXPRESSION"
      label  = "Flow in cubic metres per hour"
      # mistake: engine_widget.trend: chart_items[1].expression
      expression = "$C * 3.6"
    },
  ]
}

resource "engine_widget" "gauge" {
  name = "Pressure"
  tab  = engine_tab.pressure.id
  type = "gauge"

  width     = 4
  height    = 4
  min_width = 2

  y_axis_min_limit = 0
  y_axis_max_limit = 10
  # doubt: engine_widget.gauge: number_of_decimals
  number_of_decimals = 21

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Outlet pressure"
    query_filter_asset     = { id = "pump-1" }
    query_filter_attribute = { id = "pressure" }
  }]

  thresholds = [
    { value = 6, color = "orange", display_text = "high" },
    { value = 8, color = "#ff0000", display_text = "too high" },
    # doubt: engine_widget.gauge: thresholds[2].color
    { value = 9, color = "#zz0000" },
  ]

  value_mappings = [
    { type = "exact_match", match_value = "0", display_text = "off", order = 0 },
    # doubt: engine_widget.gauge: value_mappings[1].range_end
    { type = "range", range_start = 5, range_end = 1, display_text = "low", order = 1 },
    # mistake: engine_widget.gauge: value_mappings[2].regular_expression
    { type = "regex", regular_expression = "9(", display_text = "nine", order = 2 },
  ]
}

resource "engine_alert" "pressure" {
  name     = "Overpressure"
  type     = "rate"
  severity = "SEV2"

  # mistake: engine_alert.pressure: rate_value
  rate_value = 0
  rate_unit  = "minute"
  # mistake: engine_alert.pressure: cron_hours
  cron_hours = "9"

  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Outlet pressure"
      query_filter_asset     = { id = "pump-1" }
      query_filter_attribute = { id = "pressure" }
    },
    {
      # mistake: engine_alert.pressure: alert_items[1].ref_id
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Inlet pressure"
      query_filter_asset     = { id = "pump-1" }
      query_filter_attribute = { id = "inlet-pressure" }
    },
  ]

  stmt_time_window = 300
  # mistake: engine_alert.pressure: stmt_target_variable
  stmt_target_variable = "Z"
  stmt_operator        = "gt"
  stmt_aggregation     = "max"

  stmt_thresholds = [
    { value = 8, status = "alert", status_text = "Too high" },
    { value = 6, status = "warning", status_text = "High" },
  ]

  destinations_list = ["shift@example.com"]
}

resource "engine_alert" "report" {
  name = "Daily report"
  type = "cron"
  # mistake: engine_alert.report: severity is "SEV0"
  severity = "SEV0"

  cron_minutes = "0"
  # mistake: engine_alert.report: cron_hours
  cron_hours = "25"
  cron_dom   = "?"
  cron_month = "*"
  cron_dow   = "MON-FRI"
  cron_year  = "*"

  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      query_filter_asset     = { id = "pump-1" }
      query_filter_attribute = { id = "flow" }
    },
    {
      # doubt: engine_alert.report: alert_items[1].expression
      ref_id = "B"
      type   = "EXPRESSION"
      label  = "without its expression"
    },
  ]

  stmt_target_variable = "A"
  stmt_operator        = "lt"
  stmt_aggregation     = "avg"
  stmt_thresholds      = [{ value = 1, status = "warning" }]
}

resource "engine_function" "power" {
  name = "Hydraulic power"
  tags = ["energy"]
  type = "rate"

  rate_value = 5
  rate_unit  = "minute"

  function_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      query_filter_asset     = { id = "pump-1" }
      query_filter_attribute = { id = "flow", type = "Number" }
    },
    {
      ref_id                = "M"
      type                  = "METADATA"
      query_filter_asset    = { id = "pump-1" }
      query_filter_metadata = { id = "head" }
    },
    {
      ref_id     = "P"
      type       = "EXPRESSION"
      expression = "$A * $M * 9.81"
      # mistake: engine_function.power: function_items[2].query_sort_direction
      query_sort_direction = 2
    },
  ]

  target_variable  = "P"
  target_asset     = { id = "pump-1" }
  target_attribute = { id = "power", type = "Number" }
}

variable "pace" {
  type = number
}

provider "engine" {
  alias = "wrong"
  # mistake: provider.engine: base_url (or ENGINE_BASE_URL) is "engine.example.com"
  base_url = "engine.example.com"
  # mistake: provider.engine: access_id (or ENGINE_ACCESS_ID) contains a space.
  access_id = "two words"
  # mistake: provider.engine: request_timeout (or ENGINE_REQUEST_TIMEOUT) is "abc"
  request_timeout = "abc"
  # mistake: provider.engine: retry_max_wait (or ENGINE_RETRY_MAX_WAIT) is "0s"
  retry_max_wait = "0s"
  # mistake: provider.engine: max_retries (or ENGINE_MAX_RETRIES) is "-1"
  max_retries             = -1
  max_requests_per_second = var.pace # unknown: no mistake
}

resource "engine_component" "nested" {
  type                = "algorithm"
  name                = "c"
  version             = "1"
  deployment_capacity = "small"
  output = [
    { name = "first" },
    # mistake: engine_component.nested: output[1].fields[1].name is "a"
    { name = "second", fields = [{ name = "a" }, { name = "a" }] },
  ]
}

resource "engine_function" "object" {
  name       = "f"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  # mistake: engine_function.object: target_attribute.type is "float"
  target_attribute = { id = "power", type = "float" }
}

locals { items = [{ ref_id = "A", type = "FORMULA" }] }

resource "engine_widget" "fractions" {
  name = "w"
  tab  = "t"
  type = "line"
  # doubt: engine_widget.fractions: width is 6.666666667, but
  width = 20 / 3
  # mistake: engine_widget.fractions: bucket_count is 1.428571429e+29, but
  bucket_count = 1e30 / 7
  # mistake: engine_widget.fractions: chart_items[0].type is "FORMULA"
  chart_items = local.items
}

resource "engine_alert" "fraction" {
  name      = "a"
  severity  = "SEV1"
  type      = "rate"
  rate_unit = "hour"
  # doubt: engine_alert.fraction: rate_value is 1.5, but
  rate_value = 1.5
}

resource "engine_tab" "fraction" {
  name      = "t"
  dashboard = "d"
  # doubt: engine_tab.fraction: order is 1.5, but
  order = 1.5
}

resource "engine_tab" "large" {
  name      = "t"
  dashboard = "d"
  order     = 1e30 # no mistake
}

data "engine_alert_events" "fraction" {
  # mistake: data.engine_alert_events.fraction: limit is 1.5, but
  limit = 1.5
}

resource "engine_node" "of_wrong_provider" {
  provider = engine.wrong
  name     = "n"
  type     = "self_hosted"
}
