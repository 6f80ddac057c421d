# An asset, for which the provider has no specific resource. The provider manages the declared keys and leaves all others alone.

resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({
    name     = "Pump 1"
    settings = { unit = "bar", high = 9.5 }
  })
}
