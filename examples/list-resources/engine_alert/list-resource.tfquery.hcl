# All alerts of the highest severity, with all that they are configured with.
list "engine_alert" "critical" {
  provider         = engine
  include_resource = true
  limit            = 1000

  config {
    filters = { severity = "SEV1" }
  }
}
