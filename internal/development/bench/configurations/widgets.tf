# Widgets of several types, 20 on each tab.

terraform {
  required_providers {
    engine = { source = "registry.terraform.io/engine-platform/engine" }
  }
}

variable "alerts" { # the number of widgets
  type = number
}

locals {
  types = ["timeseries", "gauge", "bar", "histogram", "stat", "table"]
}

resource "engine_dashboard" "all" {
  name = "Plant"
}

resource "engine_tab" "all" {
  count     = ceil(var.alerts / 20)
  name      = "Tab ${count.index}"
  dashboard = engine_dashboard.all.id
}

resource "engine_widget" "all" {
  count      = var.alerts
  name       = "Widget ${count.index}"
  tab        = engine_tab.all[floor(count.index / 20)].id
  type       = local.types[count.index % length(local.types)]
  width      = 10
  height     = 8
  position_x = 10 * (count.index % 2)
  position_y = 8 * floor(count.index % 20 / 2)
  chart_items = [for i, attribute in ["pressure", "flow", "power"] : {
    ref_id                 = ["A", "B", "C"][i]
    type                   = "QUERY"
    query_filter_asset     = { id = "pump-${count.index}" }
    query_filter_attribute = { id = attribute }
  }]
  thresholds = [{ value = 6.5, color = "orange" }, { value = 8, color = "red" }]
}
