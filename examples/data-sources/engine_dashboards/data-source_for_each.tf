# Add a tab to every dashboard whose name begins with "Pumping station".

data "engine_dashboards" "stations" {
  name_contains = "Pumping station"
}

resource "engine_tab" "contact" {
  for_each = { for d in data.engine_dashboards.stations.dashboards : d.id => d if startswith(d.name, "Pumping station") }

  name      = "Contact"
  dashboard = each.key
}
