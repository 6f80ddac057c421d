# A component that Terraform starts, and restarts if somebody has stopped it. An update stops it briefly.

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Station gateway"
  version             = "2.1.0"
  deployment_capacity = "small"
  running             = true

  # How long Terraform waits until the component runs or has stopped. The default is 20 minutes.
  timeouts = {
    create = "10m"
    update = "10m"
    delete = "5m"
  }
}
