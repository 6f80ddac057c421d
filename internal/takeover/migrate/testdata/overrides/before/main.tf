resource "acme_algorithm" "model" {
  name                  = "Model"
  version               = "1.0.0"
  machine_instance_size = "small"
  log_level             = "debug"
}

resource "acme_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"
  alert_items {
    ref_id = "A"
    type   = "EXPRESSION"
  }
}

resource "acme_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

output "alert" {
  value = acme_alert.high.id
}
