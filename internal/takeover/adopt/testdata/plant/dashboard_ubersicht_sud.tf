resource "engine_dashboard" "ubersicht_sud" {
  name = "Übersicht Süd"
  tags = [{ id = "00000000-0000-4000-8000-000000000910", name = "water" }]
}

resource "engine_tab" "overview" {
  name      = "Overview"
  dashboard = engine_dashboard.ubersicht_sud.id
  order     = 0
}

resource "engine_widget" "overview_now" {
  name = "Now"
  tab  = engine_tab.overview.id
  type = "timeseries"

  chart_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = local.pump_1
      query_filter_attribute = local.flow
    },
    {
      ref_id                 = "B"
      type                   = "QUERY"
      label                  = "Flow"
      query_filter_asset     = local.pump_1
      query_filter_attribute = local.flow
    },
    { ref_id = "C", type = "EXPRESSION", expression = "$A / $B" },
  ]
}

resource "engine_tab" "ubersicht_sud_flow" {
  name      = "Flow"
  dashboard = engine_dashboard.ubersicht_sud.id
  order     = 1
}

resource "engine_widget" "widget_1st_of_all" {
  name       = "1st of all"
  tab        = engine_tab.ubersicht_sud_flow.id
  type       = "text"
  text       = "say \"$${hi}\" %%{ if }\n\tto all"
  position_y = 0
}

resource "engine_widget" "ubersicht_sud_flow_now" {
  name = "Now"
  tab  = engine_tab.ubersicht_sud_flow.id
  type = "stat"

  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    label                  = "Flow"
    query_filter_asset     = local.pump_1
    query_filter_attribute = local.flow
  }]

  width      = 4
  position_y = 2
}
