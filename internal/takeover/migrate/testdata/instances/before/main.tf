resource "acme_node" "counted" {
  count = 2
  name  = "Node ${count.index}"
  type  = "self_hosted"
}

resource "acme_dashboard" "each" {
  for_each = { for n in acme_node.counted : n.name => n.id }
  name     = each.key

  lifecycle {
    replace_triggered_by = [acme_node.counted[0].name]
    precondition {
      condition     = length(acme_node.counted) == 2
      error_message = "There are ${length(acme_node.counted[*].id)}."
    }
  }
}

resource "acme_dashboard_tab" "first" {
  for_each  = acme_dashboard.each
  name      = "First"
  dashboard = acme_dashboard.each[each.key].id
}

import {
  to = acme_node.counted[1]
  id = "n-1"
}

output "tabs" {
  value = [for k, t in acme_dashboard_tab.first : t.id if acme_dashboard.each[k].name != ""]
}
