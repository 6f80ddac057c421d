moved {
  from = legacy_dashboard.d
  to   = engine_dashboard.d
}

moved {
  from = legacy_dashboard_tab.t
  to   = engine_tab.t
}

moved {
  from = legacy_dashboard_line_chart.w
  to   = engine_widget.w
}

moved {
  from = legacy_algorithm.c
  to   = engine_component.c
}

moved {
  from = legacy_component_routine.r
  to   = engine_routine.r
}

moved {
  from = legacy_alert.each
  to   = engine_alert.each
}

moved {
  from = legacy_node.n
  to   = engine_node.n
}

moved {
  from = legacy_function.f
  to   = engine_function.f
}

resource "engine_dashboard" "d" {
  name   = "Plant"
  assets = [{ id = "a-1", name = "Pump" }]
}

resource "engine_tab" "t" {
  name      = "Pumps"
  dashboard = engine_dashboard.d.id
  order     = 1
}

resource "engine_widget" "w" {
  name = "Pressure"
  tab  = engine_tab.t.id
  type = "line"
  chart_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "a-1", name = "Pump" }
    query_filter_attribute = { id = "p-1", name = "pressure" }
  }]
}

resource "engine_component" "c" {
  type                = "algorithm"
  name                = "Model"
  version             = "1.0.0"
  input               = []
  output              = []
  routines            = [{ name = "inference" }]
  deployment_capacity = "small"
}

resource "engine_routine" "r" {
  name         = "Hourly"
  component_id = engine_component.c.id
  type         = "inference"
  config       = []
  input        = []
  output       = []
}

resource "engine_alert" "each" {
  for_each   = toset(["high"])
  name       = "High"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

resource "engine_node" "n" {
  name = "Edge"
  type = "self_hosted"
}

resource "engine_function" "f" {
  name           = "Sum"
  function_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1 + 1" }]
}
