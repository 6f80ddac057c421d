# The smallest component. Terraform creates it, but does not start it.

resource "engine_component" "forecast" {
  type                = "algorithm"
  name                = "Pressure forecast"
  version             = "1.4.0"
  deployment_capacity = "small"

  # You can omit empty lists. They are declared here because an import writes them.
  input    = []
  output   = []
  routines = []
}
