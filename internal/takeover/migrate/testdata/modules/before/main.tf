terraform {
  required_providers {
    acme  = { source = "acme/acme" }
    other = { source = "acme/other" }
  }
}

provider "acme" {
  alias    = "eu"
  base_url = "https://eu.example.com"
}

module "plant" {
  source    = "./plant"
  providers = { acme = acme.eu }
  names     = ["a", "b"]
}

module "far" {
  source    = "acme/far/any"
  providers = { acme = acme.eu }
}

resource "acme_user" "someone" {
  provider = acme.eu
  name     = module.plant.dashboards["a"]
}

output "dashboards" {
  value = module.plant.dashboards
}
