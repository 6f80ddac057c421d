terraform {
  required_providers {
    acme   = "~> 1.0"
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

resource "acme_dashboard" "d" {
  provider = "acme"
  name     = "d"
  tags     = [var.tag_id, var.tag.id, var.tag[0], upper("x"), "t", { (var.tag) = "x", id = "y" }, { 5 = "x" }]
  odd = [
    "a",
      "b",

    "c",
  ]

  lifecycle {
    ignore_changes = all
  }
}

resource "acme_dashboard" "heredoc" {
  name = "d"
  tags = [
    <<EOT
t
EOT
    ,
  ]
}

resource "acme_dashboard" "dynamic" {
  name = "d"
  dynamic "tags" {
    for_each = ["x"]
  }
}

resource "acme_dashboard" "iterators" {
  name = "d"
  dynamic "tags" {
    for_each = ["x"]
    iterator = bus
    content {
      id = bus.value
    }
  }
  dynamic "tags" {
    for_each = ["x"]
    iterator = class
    content {
      id = class.value
    }
  }
}

resource "acme_alert" "a" {
  name              = "a"
  severity          = "SEV1"
  type              = "rate"
  destinations_list = []
  alert_items {
    ref_id                    = "A"
    type                      = "QUERY"
    query_filter_asset_id     = "pump"
    query_filter_attribute_id = <<EOT
flow
EOT
  }
  alert_items {
    ref_id                = "B"
    type                  = "EXPRESSION"
    expression            = local.sum
    expression_plain      = "{\"$function\":{\"body\":\"function ($A) { return $A + 1 }\",\"args\":[\"$A\"],\"lang\":\"js\"}}"
    query_filter_asset_id = var.tag
  }
}

resource "acme_dashboard_line_chart" "numbers" {
  name               = "w"
  tab                = "t"
  position_x         = var.zero
  position_y         = var.one
  number_of_decimals = "many"
  max_limit          = "5"
  y_axis_min_limit   = ""
  y_axis_max_limit   = "0"
  bucket_size        = "none"
}

module "backend" {
  source = "./backend"
  zero   = 0
}

resource "acme_alert" "blank" {

  description = ""
  name        = "a"

  destinations_list = []
  severity     = "SEV1"
  type         = "rate"
}
