terraform {
  required_providers {
    acme = {
      source = "acme/acme"
    }
    engine = {
      source = "engine-platform/engine"
    }
  }
}

provider "acme" {
  alias = "b"
}

provider "engine" {
  alias = "a"
}

provider "engine" {
  alias = "b"
}

resource "engine_node" "n" {
  name = provider::acme::name("n")
  type = provider::other::acme("x")
}

resource "acme_nodes" "n" {
}

module "registry" {
  source    = "legacy"
  providers = { acme = acme.b }
}

module "variable" {
  source = var.source
}
