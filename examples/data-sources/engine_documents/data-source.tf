resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({ name = "Pump 1", location = "Hall 2" })
}

data "engine_documents" "pumps" {
  path       = "asset/assets/"
  query      = { name = "Pump 1" }
  depends_on = [engine_document.pump]
}

resource "engine_alert" "pressure" {
  name     = "Pressure of pump 1"
  severity = "SEV3"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
  assets     = [{ id = data.engine_documents.pumps.ids["Pump 1"], name = "Pump 1" }]
}

output "locations" {
  value = { for d in data.engine_documents.pumps.documents : jsondecode(d).name => jsondecode(d).location }
}
