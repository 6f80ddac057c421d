# List the ids of all tabs of a dashboard by their names.

resource "engine_dashboard" "plant" {
  name = "Waterworks east"
}

resource "engine_tab" "all" {
  for_each  = toset(["Flow", "Pressure"])
  name      = each.value
  dashboard = engine_dashboard.plant.id
}

data "engine_tabs" "all" {
  dashboard  = engine_dashboard.plant.id
  depends_on = [engine_tab.all]
}

output "tab_ids" {
  value = { for tab in data.engine_tabs.all.tabs : tab.name => tab.id }
}
