resource "engine_widget" "many" {
  count = 2
  type  = "table"

  # The name.
  name = "Many"
  tab  = "t"
}

resource "engine_widget" "text" {
  tab         = "t"
  type        = "text"
  name        = "Text"
  text        = <<EOT
Alerts:
%{for a in engine_alert.each~}
  - ${a.name} # no comment
%{endfor~}
EOT
  description = <<-EOT
    Twice.
    EOT

  extra = <<-EOT
    { "color": "red" }
  EOT

  chart_items = [
    {
      ref_id     = "A"
      type       = "EXPRESSION"
      expression = <<-EOT
      1 +
      1
    EOT
    },
    {
      ref_id = "B"
      type   = "EXPRESSION"
      label  = <<-EOT
      ${engine_alert.each["a"].name}
    EOT
    }, # the last
  ]
}

resource "engine_alert" "each" {
  for_each = toset(["a"])
  name     = each.key
  severity = "sev2"
  type     = "rate"
  lifecycle { ignore_changes = [alert_items[0].label] }
  tags = [for tag in [for tag in var.tags : tag] : { id = tag }]
}

resource "engine_component" "nested" {
  type                = "algorithm"
  name                = "Nested"
  version             = "1"
  deployment_capacity = "small"

  custom_types = [for custom_types_key, custom_types in var.types : {
    name = custom_types_key
    fields = [for custom_type in custom_types : {
      name  = custom_type # of the field, and ${"custom_types.value"}
      type  = "str"
      value = custom_types_key
    }]
  }]
  input    = []
  output   = []
  routines = []
}

variable "tags" {}
variable "types" {}

check "node" {
  data "engine_node" "edge" { name = "Edge" }
  assert {
    condition     = data.engine_node.edge.type == "self_hosted"
    error_message = "Elsewhere."
  }
}
