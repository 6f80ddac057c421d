# A dashboard with its assets and tags.

resource "engine_dashboard" "plant" {
  name        = "Pumping station north"
  description = "Flow and pressure of the pumps"

  assets = [
    { id = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10", name = "Pump 1" },
    { id = "1f6e4b7a-90c2-4d35-8a1b-3c7d9e5f2b21", name = "Pump 2" },
  ]
  tags = [{ id = "c1b7e9d2-03a5-4c6e-8f1b-2d9e4a7f6b30", name = "water" }]
}
