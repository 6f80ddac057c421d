# Somebody else's configuration. It takes over the dashboard of examples/complete and changes its description.
terraform {
  required_providers {
    engine = { source = "engine-platform/engine" }
  }
}

variable "dashboard_id" {
  type = string
}

data "engine_dashboard" "station" {
  id = var.dashboard_id
}

import {
  to = engine_dashboard.station
  id = var.dashboard_id
}

resource "engine_dashboard" "station" {
  name        = data.engine_dashboard.station.name
  description = "Changed by a colleague"
}
