# Two ways to give a routine a secret that Terraform does not store. value_wo needs Terraform 1.11 or later.

variable "historian_password" {
  type      = string
  ephemeral = true
}

resource "engine_component" "historian" {
  type                = "connector"
  name                = "Historian"
  version             = "1.0.0"
  deployment_capacity = "small"
  routines            = [{ name = "copy" }]
}

resource "engine_routine" "nightly" {
  name         = "Nightly copy"
  component_id = engine_component.historian.id
  type         = "copy"

  config = [
    # A placeholder: the running component replaces it with the engine's secret of that name.
    { name = "api_key", type = "str", sensitive = true, value = jsonencode("$${{secret.ARCHIVE}}") },

    # A write-only value. To send a new password, also change value_wo_version.
    {
      name             = "password"
      type             = "str"
      sensitive        = true
      value_wo         = jsonencode(var.historian_password)
      value_wo_version = 1
    },
  ]
}
