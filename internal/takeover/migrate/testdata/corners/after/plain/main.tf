terraform {
  required_providers {
    acme = { source = "acme/acme" }
  }
}

resource "acme_user" "u" {}
