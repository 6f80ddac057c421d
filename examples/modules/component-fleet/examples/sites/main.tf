# One algorithm, with a routine for each of two sites. Set the address and credentials of the engine in the environment: ENGINE_BASE_URL,
# ENGINE_ACCESS_ID, ENGINE_SECRET_KEY.
terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

locals {
  attributes = { pressure = "3a9f4d5c-1e62-47b8-a0c9-7b5d8e2f1c40", score = "7c1f8a4b-3e52-4d9a-a7f6-0a9b8d7e6f52" }
  pumps = {
    north = ["8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a11"]
    south = ["8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a12"]
  }
}

module "anomaly" {
  source = "../.."

  component = {
    name    = "Anomaly score"
    version = "1.4.0"
    input   = [{ name = "model", type = "str", choices = jsonencode(["forest", "autoencoder"]), value = jsonencode("forest") }]
    output  = [{ name = "score", fields = [{ name = "value", type = "float" }] }]
  }
  routines = {
    inference = {
      config = {
        interval  = { type = "int", description = "Seconds between two runs.", value = jsonencode(60) }
        threshold = { type = "float", required = true }
      }
      input  = { measurements = { multiple = true, required = true } }
      output = { scores = { multiple = true, required = true } }
    }
  }
  sites = {
    for site, pumps in local.pumps : site => {
      name = "Station ${title(site)}"
      routines = {
        inference = {
          config = site == "north" ? { threshold = jsonencode(0.8), interval = jsonencode(10) } : { threshold = jsonencode(0.9) }
          input  = { measurements = [for pump in pumps : { asset = pump, attribute = local.attributes.pressure }] }
          output = { scores = [for pump in pumps : { asset = pump, attribute = local.attributes.score }] }
        }
      }
    }
  }
}

output "routines" {
  value = { for key, routine in module.anomaly.routines : key => routine.id }
}
