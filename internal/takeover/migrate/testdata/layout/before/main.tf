resource "acme_dashboard_table_chart" "many" {
  count = 2

  # The name.
  name = "Many"
  tab  = "t"
}

resource "acme_widget" "text" {
  tab         = "t"
  type        = "text"
  name        = "Text"
  text        = <<EOT
Alerts:
%{for a in acme_alert.each~}
  - ${a.name} # no comment
%{endfor~}
EOT
  description = <<-EOT
    Twice.
    EOT

  extra = <<-EOT
    { "color": "red" }
  EOT

  chart_items {
    ref_id     = "A"
    type       = "EXPRESSION"
    expression = <<-EOT
      1 +
      1
    EOT
  }

  chart_items {
    ref_id = "B"
    type   = "EXPRESSION"
    label  = <<-EOT
      ${acme_alert.each["a"].name}
    EOT
  } # the last
}

resource "acme_alert" "each" {
  for_each = toset(["a"])
  name     = each.key
  severity = "sev2"
  type     = "rate"
  lifecycle { ignore_changes = [alert_item[0].label] }
  dynamic "tags" {
    for_each = [for tag in var.tags : tag]
    content { id = tags.value }
  }
}

resource "acme_algorithm" "nested" {
  name                = "Nested"
  version             = "1"
  deployment_capacity = "small"

  dynamic "custom_types" {
    for_each = var.types
    content {
      name = custom_types.key
      dynamic "fields" {
        for_each = custom_types.value
        iterator = custom_type
        content {
          name  = custom_type.value # of the field, and ${"custom_types.value"}
          type  = "str"
          value = custom_types.key
        }
      }
    }
  }
}

variable "tags" {}
variable "types" {}

check "node" {
  data "acme_node" "edge" { name = "Edge" }
  assert {
    condition     = data.acme_node.edge.type == "self_hosted"
    error_message = "Elsewhere."
  }
}
