terraform {
  required_providers {
    acme = {
      source                = "acme/acme"
      configuration_aliases = [acme.eu]
    }
  }
}

variable "names" { type = set(string) }

resource "acme_dashboard" "each" {
  for_each = var.names
  provider = acme.eu
  name     = each.key
}
