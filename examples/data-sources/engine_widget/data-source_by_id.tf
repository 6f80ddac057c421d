# Read a widget by its id, which needs no tab.

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
  id = engine_widget.contact.id
}

output "contact" {
  value = data.engine_widget.contact.text
}
