# Only on demand: terraform apply -invoke=action.engine_alert_mute.pressure
resource "engine_alert" "pressure" {
  name       = "Discharge pressure"
  severity   = "SEV3"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

action "engine_alert_mute" "pressure" {
  config {
    id = engine_alert.pressure.id
  }
}
