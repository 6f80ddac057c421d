variable "dashboard" {
  type = string
}

terraform {
  required_providers {
    legacy = { source = "other/legacy" }
  }
}

resource "legacy_dashboard_tab" "pumps" {
  name         = "Pumps"
  dashboard_id = var.dashboard
}

resource "legacy_dashboard_line_chart" "pressure" {
  name = "Pressure"
  tab  = legacy_dashboard_tab.pumps.id

  chart_items {
    ref_id = "A"
    type   = "QUERY"
    label  = "bar"
    hidden = false
    query_filter_asset { id = "p1" }
    query_filter_attribute { id = "pressure" }
  }
}

# The same as numbers.
resource "legacy_dashboard_stat_chart" "pressure" {
  name = "Pressure now"
  tab  = legacy_dashboard_tab.pumps.id
}
