# Find out whether a node in this configuration is active, by its id.

resource "engine_node" "edge" {
  name = "Edge computer east"
  type = "self_hosted"
}

data "engine_node" "edge" {
  id = engine_node.edge.id
}

output "node_status" {
  value = data.engine_node.edge.status
}
