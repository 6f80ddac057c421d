terraform {
  required_providers {
    acme = { source = "acme/acme" }
  }
}

locals {
  boiler  = { id = "as-1", name = "Boiler" }
  turbine = { id = "as-2", name = "Turbine" }
  temp    = { id = "at-1", name = "Temperature" }
  flow    = { id = "at-2", name = "Flow" }
}

resource "acme_dashboard" "plant" {
  name = "Plant"
  tags {
    id   = "t-2"
    name = "second"
  }
  tags {
    id   = "t-1"
    name = "first"
  }
}

resource "acme_dashboard_tab" "all" {
  name      = "All"
  order     = 0
  dashboard = acme_dashboard.plant.id
}

resource "acme_dashboard_timeseries_chart" "flow" {
  name          = "Flow"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "hour", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$avg" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }
  chart_items {
    ref_id           = "B"
    type             = "QUERY"
    color            = "#1f77b4"
    expression_plain = ""
    query_filter_asset {
      id   = local.turbine.id
      name = local.turbine.name
    }
    query_filter_attribute {
      id   = local.flow.id
      name = local.flow.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.turbine.id, attribute = local.flow.id } },
    ])
  }
  chart_items {
    ref_id           = "C"
    type             = "EXPRESSION"
    color            = "blue"
    expression_plain = jsonencode({ "$function" = { body = "function ($A, $B) { return $A / $B }", args = ["$A", "$B"], lang = "js" } })
    query_plain      = ""
    query_filter_asset {}
    query_filter_attribute {}
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
  thresholds {
    color        = "#00ff00"
    display_text = ""
    value        = 0
  }
  value_mappings {
    type         = "exact_match"
    display_text = "off"
    match_value  = "0"
    order        = 0
  }
  value_mappings {
    type         = "exact_match"
    display_text = "on"
    match_value  = "1"
    order        = 1
  }
  value_mappings {
    type         = "exact_match"
    display_text = "?"
    match_value  = ""
    order        = 2
  }
}

resource "acme_dashboard_timeseries_chart" "bars" {
  name                     = "Bars"
  tab                      = acme_dashboard_tab.all.id
  timestamp_gte            = "now - 7d"
  timestamp_lte            = "now"
  timeseries_type          = "bar"
  fill                     = true
  show_line                = false
  x_axis_format            = "dd.MM. HH:mm"
  x_axis_auto_skip         = false
  x_axis_max_ticks_limit   = 8
  y_axis_min_limit         = -5
  y_axis_max_limit         = 120
  y_axis_unit              = "°C"
  number_of_decimals       = 2
  line_interpolation_style = "rounded"
  description              = "Bars"
  timezone                 = "UTC"
  refresh_interval         = "30s"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  chart_items {
    ref_id           = "B"
    type             = "QUERY"
    color            = "#1f77b4"
    label            = "Turbine"
    hidden           = true
    expression_plain = ""
    query_filter_asset {
      id   = local.turbine.id
      name = local.turbine.name
    }
    query_filter_attribute {
      id   = local.flow.id
      name = local.flow.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.turbine.id, attribute = local.flow.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "day", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$max" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
}

resource "acme_dashboard_bar_chart" "compared" {
  name               = "Compared"
  tab                = acme_dashboard_tab.all.id
  timestamp_gte      = "now - 7d"
  timestamp_lte      = "now"
  y_axis_unit        = "kW"
  number_of_decimals = 1
  orientation        = "vertical"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "day", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$last" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }
  chart_items {
    ref_id           = "B"
    type             = "QUERY"
    color            = "#1f77b4"
    expression_plain = ""
    query_filter_asset {
      id   = local.turbine.id
      name = local.turbine.name
    }
    query_filter_attribute {
      id   = local.flow.id
      name = local.flow.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.turbine.id, attribute = local.flow.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "day", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$last" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  value_mappings {
    type         = "exact_match"
    display_text = "off"
    match_value  = "0"
    order        = 0
  }
  value_mappings {
    type         = "exact_match"
    display_text = "on"
    match_value  = "1"
    order        = 1
  }
}

resource "acme_dashboard_bargauge_chart" "heat" {
  name          = "Heat"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  max_limit     = 100
  position_x    = 4
  position_y    = 2
  height        = 6
  width         = 8

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  chart_items {
    ref_id           = "C"
    type             = "EXPRESSION"
    color            = "blue"
    expression_plain = jsonencode({ "$function" = { body = "function ($A, $B) { return $A / $B }", args = ["$A", "$B"], lang = "js" } })
    query_plain      = ""
    query_filter_asset {}
    query_filter_attribute {}
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
  thresholds {
    color        = "#00ff00"
    display_text = ""
    value        = 0
  }
}

resource "acme_dashboard_gauge_chart" "pressure" {
  name               = "Pressure"
  tab                = acme_dashboard_tab.all.id
  timestamp_gte      = "now - 7d"
  timestamp_lte      = "now"
  max_limit          = 16
  labels_display     = false
  labels_aggregation = "avg"
  labels_placement   = "right"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    query_limit      = 1
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
  thresholds {
    color        = "#00ff00"
    display_text = ""
    value        = 0
  }
}

resource "acme_dashboard_stat_chart" "now" {
  name          = "Now"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  border        = true
  y_axis_unit   = "bar"

  chart_items {
    ref_id               = "A"
    type                 = "QUERY"
    color                = "red"
    query_limit          = 5
    query_sort_direction = 1
    expression_plain     = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  value_mappings {
    type         = "exact_match"
    display_text = "off"
    match_value  = "0"
    order        = 0
  }
  value_mappings {
    type         = "exact_match"
    display_text = "on"
    match_value  = "1"
    order        = 1
  }
  value_mappings {
    type         = "exact_match"
    display_text = "?"
    match_value  = ""
    order        = 2
  }
}

resource "acme_dashboard_table_chart" "numbers" {
  name               = "Numbers"
  tab                = acme_dashboard_tab.all.id
  timestamp_gte      = "now - 7d"
  timestamp_lte      = "now"
  display_time_range = false

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  chart_items {
    ref_id           = "B"
    type             = "QUERY"
    color            = "#1f77b4"
    expression_plain = ""
    query_filter_asset {
      id   = local.turbine.id
      name = local.turbine.name
    }
    query_filter_attribute {
      id   = local.flow.id
      name = local.flow.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.turbine.id, attribute = local.flow.id } },
    ])
  }
  chart_items {
    ref_id           = "C"
    type             = "EXPRESSION"
    color            = "blue"
    expression_plain = jsonencode({ "$function" = { body = "function ($A, $B) { return $A / $B }", args = ["$A", "$B"], lang = "js" } })
    query_plain      = ""
    query_filter_asset {}
    query_filter_attribute {}
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
  value_mappings {
    type         = "exact_match"
    display_text = "on"
    match_value  = "1"
    order        = 1
  }
  value_mappings {
    type         = "exact_match"
    display_text = "?"
    match_value  = ""
    order        = 2
  }
}

resource "acme_dashboard_histogram_chart" "spread" {
  name          = "Spread"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
  chart_items {
    ref_id           = "B"
    type             = "QUERY"
    color            = "#1f77b4"
    expression_plain = ""
    query_filter_asset {
      id   = local.turbine.id
      name = local.turbine.name
    }
    query_filter_attribute {
      id   = local.flow.id
      name = local.flow.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.turbine.id, attribute = local.flow.id } },
    ])
  }
  thresholds {
    color        = "#ff0000"
    display_text = "hot"
    value        = 80
  }
  thresholds {
    color        = "#ffff00"
    display_text = "warm"
    value        = 60.5
  }
}

resource "acme_dashboard_histogram_chart" "kinds" {
  name                     = "Kinds"
  tab                      = acme_dashboard_tab.all.id
  timestamp_gte            = "now - 7d"
  timestamp_lte            = "now"
  histogram_type           = "categorical"
  sorting                  = "alphabetical"
  stacked                  = true
  bucket_count             = 7
  bucket_size              = 3
  categories_top_max_limit = 4
  number_of_decimals       = 3

  chart_items {
    ref_id               = "A"
    type                 = "QUERY"
    color                = "red"
    query_group_unit     = "minute"
    query_group_function = "sum"
    expression_plain     = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
      { "$addFields" = { timestamp = { "$dateTrunc" = { date = "$timestamp", unit = "minute", binSize = 1 } } } },
      { "$group" = { _id = "$timestamp", value = { "$sum" = "$value" }, timestamp = { "$last" = "$timestamp" } } },
    ])
  }
}

resource "acme_dashboard_text_chart" "note" {
  name          = "Note"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  text          = "# Boiler house\n\n$${not a reference}"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_image_chart" "photo" {
  name          = "Photo"
  tab           = acme_dashboard_tab.all.id
  timestamp_gte = "now - 7d"
  timestamp_lte = "now"
  image_url     = "https://example.com/boiler.png"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_alertlist_chart" "alerts" {
  name            = "Alerts"
  tab             = acme_dashboard_tab.all.id
  timestamp_gte   = "now - 7d"
  timestamp_lte   = "now"
  filter_name     = "Boiler"
  filter_status   = ["alert", "warning"]
  alert_list_type = "list"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_alertevents_chart" "events" {
  name              = "Events"
  tab               = acme_dashboard_tab.all.id
  timestamp_gte     = "now - 7d"
  timestamp_lte     = "now"
  filter_old_status = ["no_alert"]
  filter_new_status = ["warning", "alert"]

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_assetlist_chart" "assets" {
  name            = "Assets"
  tab             = acme_dashboard_tab.all.id
  timestamp_gte   = "now - 7d"
  timestamp_lte   = "now"
  filter_status   = ["online"]
  asset_list_type = "map"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_actionlist_chart" "actions" {
  name              = "Actions"
  tab               = acme_dashboard_tab.all.id
  timestamp_gte     = "now - 7d"
  timestamp_lte     = "now"
  filter_asset_name = "Boiler"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}

resource "acme_dashboard_commandlist_chart" "commands" {
  name              = "Commands"
  tab               = acme_dashboard_tab.all.id
  timestamp_gte     = "now - 7d"
  timestamp_lte     = "now"
  filter_name       = "start"
  command_list_type = "list"
  show_beyond_data  = false
  collection        = "plant"

  chart_items {
    ref_id           = "A"
    type             = "QUERY"
    color            = "red"
    expression_plain = ""
    query_filter_asset {
      id   = local.boiler.id
      name = local.boiler.name
    }
    query_filter_attribute {
      id   = local.temp.id
      name = local.temp.name
    }
    query_plain = jsonencode([
      { "$match" = { asset = local.boiler.id, attribute = local.temp.id } },
    ])
  }
}
