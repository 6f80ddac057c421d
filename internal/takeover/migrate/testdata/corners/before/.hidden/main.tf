resource "acme_node" "n" {}
