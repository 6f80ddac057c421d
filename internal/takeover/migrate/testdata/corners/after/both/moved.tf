moved {
  from = acme_node.n
  to   = engine_node.n
}
