# Add a text widget to the tab "Operation" of every dashboard.

data "engine_tabs" "operation" {
  name = "Operation"
}

resource "engine_widget" "contact" {
  for_each = { for tab in data.engine_tabs.operation.tabs : tab.id => tab }

  name = "Contact"
  tab  = each.key
  type = "text"
  text = "Control room: extension 214"
}
