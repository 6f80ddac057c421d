resource "engine_node" "counted" {
  count = 2
  name  = "Node ${count.index}"
  type  = "self_hosted"
}

resource "engine_dashboard" "each" {
  for_each = { for n in engine_node.counted : n.name => n.id }
  name     = each.key

  lifecycle {
    replace_triggered_by = [engine_node.counted[0].name]
    precondition {
      condition     = length(engine_node.counted) == 2
      error_message = "There are ${length(engine_node.counted[*].id)}."
    }
  }
}

resource "engine_tab" "first" {
  for_each  = engine_dashboard.each
  name      = "First"
  dashboard = engine_dashboard.each[each.key].id
}

import {
  to = engine_node.counted[1]
  id = "n-1"
}

output "tabs" {
  value = [for k, t in engine_tab.first : t.id if engine_dashboard.each[k].name != ""]
}
