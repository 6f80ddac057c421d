# Three assets and a rule catalog. Set the address and credentials of the engine in the environment: ENGINE_BASE_URL, ENGINE_ACCESS_ID, ENGINE_SECRET_KEY.
terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

module "alerts" {
  source = "../.."

  assets = {
    pump-1 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1", attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", flow = "5b0e7f3a-2d41-4c89-b6e5-9f8a7c6d5e41" } }
    pump-2 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a11", name = "Pump 2", attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", flow = "5b0e7f3a-2d41-4c89-b6e5-9f8a7c6d5e41" } }
    tank-1 = { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a12", name = "Tank 1", attributes = { level = "6c1f8a4b-3e52-4d9a-a7f6-0a9b8d7e6f52" } }
  }
  attributes = {
    pressure = { name = "Pressure", unit = "bar" }
    flow     = { name = "Flow", unit = "m³/h" }
    level    = { name = "Level", unit = "m" }
  }

  catalog      = file("${path.module}/rules.yaml")
  destinations = { operators = ["operators@example.com"] }

  environment = {
    name  = "production"
    rules = { flow-low = { severity = "SEV2" } }
  }
  overrides = { "pump-2/pressure-high" = { threshold = 6, text = "{asset} is old: {value} {unit} is too much" } }
  disabled  = ["pump-2/flow-*"]
  shadow    = ["*/resistance-high"]
}

output "matrix" {
  value = module.alerts.matrix
}

output "texts" {
  value = { for key, alert in module.alerts.alerts : key => alert.stmt_thresholds[*].status_text }
}
