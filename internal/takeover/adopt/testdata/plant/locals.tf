locals {
  flow              = { id = "00000000-0000-4000-8000-000000000901", name = "Flow" }
  pump_1            = { id = "00000000-0000-4000-8000-000000000900", name = "Pump 1" }
  destinations_list = ["a@example.com"]

  tags_water_pump = [
    { id = "00000000-0000-4000-8000-000000000910", name = "water" },
    { id = "00000000-0000-4000-8000-000000000911", name = "pump" },
  ]
}
