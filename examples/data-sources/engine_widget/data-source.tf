# Find a widget by its name. Names are unique only within a tab, so also declare the tab.

resource "engine_dashboard" "plant" {
  name = "Waterworks east"
}

resource "engine_tab" "notes" {
  name      = "Notes"
  dashboard = engine_dashboard.plant.id
}

resource "engine_widget" "contact" {
  name = "Contact"
  tab  = engine_tab.notes.id
  type = "text"
  text = "Control room: extension 214"
}

data "engine_widget" "contact" {
  name       = "Contact"
  tab        = engine_tab.notes.id
  depends_on = [engine_widget.contact]
}

output "contact" {
  value = data.engine_widget.contact.text
}
