terraform {
  required_providers {
    engine = {
      source                = "engine-platform/engine"
      configuration_aliases = [engine.eu]
    }
  }
}

variable "names" { type = set(string) }

resource "engine_dashboard" "each" {
  for_each = var.names
  provider = engine.eu
  name     = each.key
}
