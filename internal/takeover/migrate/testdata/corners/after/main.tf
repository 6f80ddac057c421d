terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

variable "zero" { default = 1 }
variable "one" { default = 0 }
variable "tag" {}
variable "tag_id" {}

locals {
  sum = "$A + 1"
}

resource "engine_dashboard" "d" {
  provider = engine
  name     = "d"
  tags     = [{ id = var.tag_id }, { id = var.tag.id }, var.tag[0], upper("x"), { id = "t" }, { (var.tag) = "x", id = "y" }, { 5 = "x" }]
  # migrate: engine_dashboard has no "odd"
  # odd = [
  #   "a",
  #     "b",
  #
  #   "c",
  # ]

  lifecycle {
    ignore_changes = all
  }
}

resource "engine_dashboard" "heredoc" {
  name = "d"
  tags = [
    { id = <<EOT
t
EOT
    }
    ,
  ]
}

resource "engine_dashboard" "dynamic" {
  name = "d"
  tags = []
}

resource "engine_dashboard" "iterators" {
  name = "d"
  tags = concat(
    [for bus in ["x"] : {
      id = bus
    }],
    [for class in ["x"] : {
      id = class
    }],
  )
}

resource "engine_alert" "a" {
  name     = "a"
  severity = "SEV1"
  type     = "rate"
  alert_items = [
    {
      ref_id             = "A"
      type               = "QUERY"
      query_filter_asset = { id = "pump" }
      query_filter_attribute = { id = <<EOT
flow
EOT
      }
    },
    {
      ref_id     = "B"
      type       = "EXPRESSION"
      expression = local.sum
      # migrate: left out: the provider derives it from the rest of the item
      # expression_plain      = "{\"$function\":{\"body\":\"function ($A) { return $A + 1 }\",\"args\":[\"$A\"],\"lang\":\"js\"}}"
      query_filter_asset = { id = var.tag }
    },
  ]
}

resource "engine_widget" "numbers" {
  type             = "line"
  name             = "w"
  tab              = "t"
  position_x       = var.zero
  position_y       = var.one
  max_limit        = "5"
  y_axis_max_limit = "0"
  extra = jsonencode({
    number_of_decimals = "many"
    bucket_size        = "none"
  })
}

module "backend" {
  source = "./backend"
  zero   = 0
}

resource "engine_alert" "blank" {
  name     = "a"
  severity = "SEV1"
  type     = "rate"
}
