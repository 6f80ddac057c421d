resource "engine_component" "model" {
  type                = "algorithm"
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
  extra = jsonencode({
    deployment_log_level      = "10"
    deployment_restart_policy = "OnFailure"
  })
}

resource "engine_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"
  alert_items = [
    {
      ref_id = "A"
      type   = "EXPRESSION"
    },
  ]
}

resource "engine_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

output "alert" {
  value = engine_alert.high.id
}
