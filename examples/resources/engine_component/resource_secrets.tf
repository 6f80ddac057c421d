# Two ways to give a component a secret that Terraform does not store. value_wo needs Terraform 1.11 or later.

variable "controller_password" {
  type      = string
  ephemeral = true
}

resource "engine_component" "gateway" {
  type                = "connector"
  name                = "Station gateway"
  version             = "2.1.0"
  deployment_capacity = "small"

  input = [
    # A placeholder: the running component replaces it with the engine's secret of that name.
    { name = "api_key", type = "str", sensitive = true, value = jsonencode("$${{secret.WEATHER}}") },

    # A write-only value. To send a new password, also change value_wo_version.
    {
      name             = "password"
      type             = "str"
      sensitive        = true
      value_wo         = jsonencode(var.controller_password)
      value_wo_version = 1
    },
  ]
}
