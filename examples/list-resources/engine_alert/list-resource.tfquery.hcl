# List all alerts of the highest severity, with their complete configuration.

list "engine_alert" "critical" {
  provider         = engine
  include_resource = true
  limit            = 1000

  config {
    filters = { severity = "SEV1" }
  }
}
