terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }

  backend "local" {}
}

variable "zero" {}

resource "engine_node" "n" {
  name = "n"
  type = "x"
}

resource "engine_widget" "zero" {
  type       = "line"
  name       = "w"
  tab        = "t"
  position_x = var.zero
}
