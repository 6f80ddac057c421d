variable "v" { default = "1" }
variable "sensitive" { default = true }
variable "description" { default = null }
variable "shown" { default = "shown" }
variable "value" { default = null }
variable "wo" { default = null }
variable "wo_version" { default = null }

# The configuration and the variables do not contain the secrets themselves, such as hush-1. The component has one in three places.
locals {
  plain = { name = "plain", type = "str", value = jsonencode(var.shown) }
  token = {
    name             = "token"
    type             = "str"
    sensitive        = var.sensitive
    description      = var.description
    value            = var.value == null ? null : jsonencode(join("-", ["hush", var.value]))
    value_wo         = var.wo == null ? null : jsonencode(join("-", ["hush", var.wo]))
    value_wo_version = var.wo_version
  }
}

resource "engine_component" "it" {
  type                = "connector"
  name                = "it"
  version             = var.v
  deployment_capacity = "small"
  output              = []
  input               = [local.plain, local.token]
  custom_types        = [{ name = "Login", fields = [local.plain, local.token] }]
  routines            = [{ name = "pull", config = [local.token, local.plain] }]
}
