terraform {
  required_providers {
    acme = "~> 1.0"
  }
}

resource "acme_node" "n" {
  name = "n"
  type = "x"
}
