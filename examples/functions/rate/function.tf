locals {
  schedule = provider::engine::rate("5 minutes")
}

resource "engine_alert" "overpressure" {
  name       = "Overpressure"
  severity   = "SEV2"
  type       = local.schedule.type
  rate_value = local.schedule.rate_value
  rate_unit  = local.schedule.rate_unit
}
