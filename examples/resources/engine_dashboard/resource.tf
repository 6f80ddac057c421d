# The smallest dashboard: a name. Tabs and widgets are resources of their own.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}
