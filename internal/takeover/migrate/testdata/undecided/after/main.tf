resource "engine_alert" "high" {
  name     = "High"
  severity = "SEV2"
  type     = "rate"
  # migrate: engine_alert has no "owner"
  # owner    = "me" # who
  # migrate: engine_alert has no "policy"
  # policy {
  #     kind = "page"
  #     text = <<EOT
  # one
  #   two
  # EOT
  #   }
  tags  = var.tags
  extra = var.extra
  # migrate: the engine sets it
  # id    = "x"
  # migrate: engine_alert has no "name_list"
  # name_list { a = 1 }

  lifecycle {
    ignore_changes        = [alert_items, tags[0].id]
    create_before_destroy = true
  }
}

resource "engine_node" "edge" {
  # migrate: name of engine_node is no block
  # name { en = "Edge" }
}

resource "engine_function" "sum" {
  name = "Sum"
  # migrate: target_asset of engine_function is one object
  # target_asset { id = "a" }
  # migrate: target_asset of engine_function is one object
  # target_asset { id = "b" }
}

resource "engine_widget" "a" {
  type = "area"
  name = "A"
  tab  = "t"
}

resource "acme_user" "someone" {
  name = engine_alert.high.owner
  text = "acme_alert.high is the name, ${engine_alert.high.description}"
}

variable "tags" {}
variable "extra" {}

resource "engine_component" "empty" {
  type     = "connector"
  input    = []
  output   = []
  routines = []
}
resource "engine_widget" "line" {
  name = "In a line"
  type = "stat"
}

resource "engine_routine" "doubts" {
  name         = "Doubts"
  component_id = "c"
  type         = "inference"
  config = [
    {
      name  = "limit"
      type  = "str"
      value = "5"
    },
    {
      name  = "mode"
      type  = "str"
      value = var.mode ? "a" : "b"
    },
  ]
  input  = []
  output = []
}

variable "mode" {}
