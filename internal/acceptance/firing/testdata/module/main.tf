terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

provider "engine" {}

variable "limit" {
  type    = number
  default = 8
}

resource "engine_alert" "pressure" {
  name       = "Pressure of pump 1"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"

  alert_items = [{
    ref_id                 = "A"
    type                   = "QUERY"
    query_filter_asset     = { id = "p1" }
    query_filter_attribute = { id = "pressure" }
  }]
  stmt_time_window     = 600
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_operator        = "gt"
  stmt_thresholds      = [{ value = var.limit, status = "alert", status_text = "above ${var.limit} bar" }]
}

output "alert" {
  value = engine_alert.pressure.id
}

output "rehearsal" {
  value = [
    for c in provider::engine::rehearse(engine_alert.pressure, jsondecode(file("${path.module}/tests/day.json"))).changes :
    "${timeadd(c.timestamp, "0s")} ${c.new_status}"
  ]
}
