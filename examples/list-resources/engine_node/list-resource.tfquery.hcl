# Find the node with the given name.

list "engine_node" "edge" {
  provider = engine

  config {
    name = "riverside-edge-1"
  }
}
