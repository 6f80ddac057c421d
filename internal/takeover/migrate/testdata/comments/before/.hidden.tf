resource "acme_node" "hidden" {}
