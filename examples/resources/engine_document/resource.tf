# An object of a kind that the provider has no resource for. Declared keys are managed, all others are left alone.
resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({
    name     = "Pump 1"
    settings = { unit = "bar", high = 9.5 }
  })
}

# Others refer to it by its id.
resource "engine_alert" "pressure" {
  name     = "Pressure of pump 1"
  severity = "SEV3"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
  assets     = [{ id = engine_document.pump.id }]
}
