resource "acme_algorithm" "model" {
  restart_policy = "Never"
}

resource "acme_alert" "high" {
  severity = "SEV1"
}
