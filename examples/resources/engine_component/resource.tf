# The smallest component. Terraform creates it, but does not start it.

resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Pressure forecast"
  version             = "1.4.0"
  deployment_capacity = "small"

  # You can leave out empty lists. They are declared here because an import shows them.
  input    = []
  output   = []
  routines = []
}
