resource "engine_alert" "high" {
  alert_items = [
    {
      ref_id     = "A"
      type       = "EXPRESSION"
      expression = "1 + 1"
    },
  ]
}
