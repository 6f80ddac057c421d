# The smallest dashboard has only a name. Tabs and widgets are separate resources.

resource "engine_dashboard" "plant" {
  name = "Pumping station north"
}
