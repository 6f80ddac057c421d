# List all text widgets of a tab.

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

data "engine_widgets" "texts" {
  tab        = engine_tab.notes.id
  filters    = { type = "text" }
  depends_on = [engine_widget.contact]
}

output "texts" {
  value = data.engine_widgets.texts.widgets[*].text
}
