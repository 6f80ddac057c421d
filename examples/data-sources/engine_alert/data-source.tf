resource "engine_alert" "leak" {
  name     = "Leak in the main pipe"
  severity = "SEV1"
  type     = "rate"
}

data "engine_alert" "leak" {
  name       = "Leak in the main pipe"
  depends_on = [engine_alert.leak]
}

output "leak_status" {
  value = data.engine_alert.leak.status
}
