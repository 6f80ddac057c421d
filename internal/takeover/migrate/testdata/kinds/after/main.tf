# Everything of the plant.
terraform {
  required_version = ">= 1.8"

  required_providers {
    # The old one.
    engine = {
      # pinned
      source = "engine-platform/engine"
    }
  }
}

provider "engine" {
  base_url   = var.url # of the site
  access_id  = var.access_id
  secret_key = var.secret_key
  # migrate: the provider has no "region"; its arguments base_url, access_id and secret_key name the engine
  # region     = "eu"
}

variable "url" {}
variable "access_id" {}
variable "secret_key" {}

resource "engine_dashboard" "plant" {
  name = "Plant"
}

resource "engine_tab" "pumps" {
  name      = "Pumps"
  dashboard = engine_dashboard.plant.id
  order     = 1
}

resource "engine_widget" "pressure" {
  type = "line"
  name = "Pressure"
  tab  = engine_tab.pumps.id
}

resource "engine_widget" "pressure_bargauge" {
  type = "bargauge"
  tab  = engine_tab.pumps.id
  name = "Pressure now"
}

resource "engine_widget" "note" {
  name = "Note"
  tab  = engine_tab.pumps.id
  type = "text"
  text = <<-EOT
    See ${engine_dashboard.plant.name}:
      acme_dashboard.plant
  EOT
}

resource "engine_component" "model" {
  type                = "algorithm"
  name                = "Model"
  version             = "1.0.0"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
}

resource "engine_component" "mail" {
  type                = "connector"
  name                = "Mail"
  version             = "1.0.0"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []
}

resource "engine_routine" "hourly" {
  name         = "Hourly"
  component_id = engine_component.model.id
  type         = "inference"
  config       = []
  input        = []
  output       = []
}

resource "engine_alert" "high" {
  name       = "High"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  # migrate: left out: it is the engine's default
  # mute       = false
  # migrate: left out: it is the engine's default
  # active     = "true"
  # migrate: left out: the engine changes it on its own
  # status     = "no_alert"
}

resource "engine_node" "edge" {
  name = "Edge"
  type = "self_hosted"
}

resource "engine_function" "sum" {
  name = "Sum"
  tags = ["sums"]
}

data "engine_node" "other" {
  name = "Other"
}

data "engine_alerts" "all" {}

output "ids" {
  value = {
    plant = engine_dashboard.plant.id
    bars  = engine_widget.pressure_bargauge.id
    other = data.engine_node.other.id
    model = "${engine_component.model.id}/${engine_component.mail.id}"
  }
  depends_on = [engine_function.sum]
}
