# The node with a name.
list "engine_node" "edge" {
  provider = engine

  config {
    name = "riverside-edge-1"
  }
}
