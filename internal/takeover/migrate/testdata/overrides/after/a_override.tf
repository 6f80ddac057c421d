resource "engine_component" "model" {
  extra = jsonencode({
    deployment_log_level      = "10"
    deployment_restart_policy = "Never"
  })
}

resource "engine_alert" "high" {
  severity = "SEV1"
}
