terraform {
  backend "local" {}
}

variable "zero" {}

resource "acme_node" "n" {
  name = "n"
  type = "x"
}

resource "acme_dashboard_line_chart" "zero" {
  name       = "w"
  tab        = "t"
  position_x = var.zero
}
