variable "type" { default = "algorithm" }
variable "v" { default = "1" }
variable "running" {
  type    = bool
  default = null
}
variable "limit" { default = null }
variable "description" { default = null }
variable "tags" {
  type    = list(object({ id = string, name = string }))
  default = null
}
variable "endpoints" {
  type    = list(object({ name = string, port = number }))
  default = null
}
variable "extra" { default = null }

resource "engine_component" "it" {
  type                = var.type
  name                = "Forecast"
  version             = var.v
  deployment_capacity = "small"
  running             = var.running
  description         = var.description
  tags                = var.tags
  endpoints           = var.endpoints
  extra               = var.extra
  timeouts            = var.limit == null ? null : { create = var.limit, update = var.limit, delete = var.limit }
}
