terraform {
  required_providers {
    acme = { source = "acme/acme" }
  }
}

resource "acme_asset" "pump" {
  name = "Pump"
}

resource "acme_alert" "high" {
  name        = "High"
  severity    = "SEV2"
  type        = "rate"
  time_window = 60
  related_assets {
    id   = acme_asset.pump.id
    name = acme_asset.pump.name
  }
}

module "line" {
  source = "./line"
}
