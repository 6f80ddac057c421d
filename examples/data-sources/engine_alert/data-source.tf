resource "engine_alert" "leak" {
  name     = "Leak in the main pipe"
  severity = "SEV1"
  type     = "rate"

  rate_value = 1
  rate_unit  = "minute"
}

data "engine_alert" "leak" {
  name       = "Leak in the main pipe"
  depends_on = [engine_alert.leak]
}

output "leak_status" {
  value = data.engine_alert.leak.status
}
