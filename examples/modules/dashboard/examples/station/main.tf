# A pump station on two tabs. Set the address and credentials of the engine in the environment: ENGINE_BASE_URL, ENGINE_ACCESS_ID, ENGINE_SECRET_KEY.
terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

locals {
  assets = {
    pump-1 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1", attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", flow = "5b0e7f3a-2d41-4c89-b6e5-9f8a7c6d5e41" } }
    pump-2 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a11", name = "Pump 2", attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", flow = "5b0e7f3a-2d41-4c89-b6e5-9f8a7c6d5e41" } }
  }
}

module "station" {
  source = "../.."

  name       = "Pump station"
  assets     = local.assets
  attributes = { pressure = { name = "Pressure", unit = "bar" }, flow = { name = "Flow", unit = "m³/h" } }

  tabs = [
    {
      name = "Overview"
      widgets = [
        {
          name  = "Pressure"
          width = 14, height = 8
          from  = "now - 1d", until = "now"
          items = [for key, asset in local.assets : { asset = key, attribute = "pressure", label = asset.name }]
        },
        { name = "Pressure now", type = "gauge", width = 6, height = 4, max_limit = 10, items = [{ asset = "pump-1", attribute = "pressure" }] },
        {
          name = "Resistance", type = "stat", width = 6, height = 4
          items = [
            { asset = "pump-1", attribute = "pressure", hidden = true },
            { asset = "pump-1", attribute = "flow", hidden = true },
            { label = "Pressure by flow", expression = "$A / $B" },
          ]
        },
        { name = "Alerts", type = "alertlist", width = 20 },
      ]
    },
    {
      name    = "Notes"
      widgets = [{ name = "Whom to call", type = "text", width = 20, height = 2, text = "Operators: 4711" }]
    },
  ]
}

output "dashboard" {
  value = module.station.id
}
