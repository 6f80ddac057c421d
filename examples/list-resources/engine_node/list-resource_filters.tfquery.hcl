# List the first 1000 nodes of a type, with their complete configuration.

list "engine_node" "self_hosted" {
  provider         = engine
  include_resource = true
  limit            = 1000

  config {
    filters = { type = "self_hosted" }
  }
}
