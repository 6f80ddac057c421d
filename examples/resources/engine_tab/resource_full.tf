# Several tabs, in the order of a list.

locals {
  tabs = ["Operation", "Energy", "Maintenance"]
}

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}

resource "engine_tab" "plant" {
  for_each = toset(local.tabs)

  name      = each.value
  dashboard = engine_dashboard.plant.id
  order     = index(local.tabs, each.value)
}
