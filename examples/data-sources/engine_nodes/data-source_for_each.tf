# Create a gateway for every node of a type.

data "engine_nodes" "stations" {
  filters = { type = "self_hosted" }
}

resource "engine_component" "gateway" {
  for_each = { for node in data.engine_nodes.stations.nodes : node.id => node }

  type                = "connector"
  name                = "Gateway of ${each.value.name}"
  version             = "2.1.0"
  deployment_capacity = "small"

  input = [{ name = "node", type = "str", required = true, value = jsonencode(each.key) }]
}
