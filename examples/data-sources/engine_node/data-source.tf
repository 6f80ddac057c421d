# Find a node by its name, and check whether it is active.

resource "engine_node" "edge" {
  name = "Edge computer east"
  type = "self_hosted"
}

data "engine_node" "edge" {
  name       = "Edge computer east"
  depends_on = [engine_node.edge]
}

output "node_status" {
  value = data.engine_node.edge.status
}
