# Everything of the plant.
terraform {
  required_version = ">= 1.8"

  required_providers {
    # The old one.
    acme = {
      source  = "acme/acme"
      version = "~> 2.0" # pinned
    }
  }
}

provider "acme" {
  base_url   = var.url # of the site
  access_id  = var.access_id
  secret_key = var.secret_key
  region     = "eu"
}

variable "url" {}
variable "access_id" {}
variable "secret_key" {}

resource "acme_dashboard" "plant" {
  name        = "Plant"
  description = ""
}

resource "acme_dashboard_tab" "pumps" {
  name         = "Pumps"
  dashboard_id = acme_dashboard.plant.id
  order        = 1
}

resource "acme_dashboard_line_chart" "pressure" {
  name = "Pressure"
  tab  = acme_dashboard_tab.pumps.id
}

resource "acme_dashboard_bar_gauge_chart" "pressure" {
  tab_id = acme_dashboard_tab.pumps.id
  name   = "Pressure now"
}

resource "acme_widget" "note" {
  name = "Note"
  tab  = acme_dashboard_tab.pumps.id
  type = "text"
  text = <<-EOT
    See ${acme_dashboard.plant.name}:
      acme_dashboard.plant
  EOT
}

resource "acme_algorithm" "model" {
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
}

resource "acme_connector" "mail" {
  name                = "Mail"
  version             = "1.0.0"
  deployment_capacity = "small"
}

resource "acme_component_routine" "hourly" {
  name         = "Hourly"
  component_id = acme_algorithm.model.id
  type         = "inference"
}

resource "acme_alert" "high" {
  name       = "High"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  mute       = false
  active     = "true"
  status     = "no_alert"
}

resource "acme_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

resource "acme_function" "sum" {
  name = "Sum"
  tags = ["sums"]
}

data "acme_node" "other" {
  name = "Other"
}

data "acme_alerts" "all" {}

output "ids" {
  value = {
    plant = acme_dashboard.plant.id
    bars  = acme_dashboard_bar_gauge_chart.pressure.id
    other = data.acme_node.other.id
    model = "${acme_algorithm.model.id}/${acme_connector.mail.id}"
  }
  depends_on = [acme_function.sum]
}
