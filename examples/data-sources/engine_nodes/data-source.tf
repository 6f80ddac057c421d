# List all nodes of a type that are inactive.

resource "engine_node" "lab" {
  name = "Computer of the laboratory"
  type = "self_hosted"
}

data "engine_nodes" "self_hosted" {
  filters    = { type = "self_hosted" }
  depends_on = [engine_node.lab]
}

output "inactive_nodes" {
  value = [for node in data.engine_nodes.self_hosted.nodes : node.name if node.status == "inactive"]
}
