resource "acme_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"
  owner    = "me" # who
  policy {
    kind = "page"
    text = <<EOT
one
  two
EOT
  }
  tags  = var.tags
  extra = var.extra
  id    = "x"
  name_list { a = 1 }

  lifecycle {
    ignore_changes        = [alert_item, owner, tags[0].id]
    create_before_destroy = true
  }
}

resource "acme_node" "edge" {
  name { en = "Edge" }
}

resource "acme_function" "sum" {
  name = "Sum"
  target_asset { id = "a" }
  target_asset { id = "b" }
}

resource "acme_dashboard_area_chart" "a" {
  name = "A"
  tab  = "t"
}

resource "acme_user" "someone" {
  name = acme_alert.high.owner
  text = "acme_alert.high is the name, ${acme_alert.high.description}"
}

variable "tags" {}
variable "extra" {}

resource "acme_connector" "empty" {}
resource "acme_dashboard_stat_chart" "line" { name = "In a line" }

resource "acme_component_routine" "doubts" {
  name         = "Doubts"
  component_id = "c"
  type         = "inference"
  config {
    name  = "limit"
    type  = "str"
    value = "5"
  }
  config {
    name  = "mode"
    type  = "str"
    value = var.mode ? "a" : "b"
  }
}

variable "mode" {}
