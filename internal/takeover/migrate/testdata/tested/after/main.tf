terraform {
  required_providers {
    acme = { source = "acme/acme" }
    engine = {
      source = "engine-platform/engine"
    }
  }
}

resource "acme_asset" "pump" {
  name = "Pump"
}

resource "engine_alert" "high" {
  name             = "High"
  severity         = "SEV2"
  type             = "rate"
  stmt_time_window = 60
  assets = [
    {
      id   = acme_asset.pump.id
      name = acme_asset.pump.name
    },
  ]
}

module "line" {
  source = "./line"
}
