# Runs alerts from the set on data, and reports which alerts do not fire or stay quiet as expected, and why. Tests call this module with the
# alerts of an earlier run, because OpenTofu can't call provider functions in assertions.

terraform {
  required_providers {
    engine = {
      source  = "engine-platform/engine"
      version = "~> 0.1"
    }
  }
}

variable "alerts" {
  description = "The output `alerts` of the set."
  type        = any
}

variable "assets" {
  description = "The assets of the set."
  type        = map(object({ id = string, attributes = optional(map(string), {}) }))
}

variable "series" {
  description = "Data by the asset's key and the attribute's name: points, as a list of `{ time, value }` or, for short, `{ start, step, values }`."
  type        = any
}

variable "options" {
  description = "Options of `provider::engine::rehearse`: start, end, timezone, metadata."
  type        = any
  default     = {}
}

variable "fires" {
  description = "Alerts that must fire, and the time at which each must fire first. Null allows any time."
  type        = map(string)
  default     = {}
}

variable "quiet" {
  description = "Alerts that must not fire."
  type        = list(string)
  default     = []
}

locals {
  expected = toset(concat(keys(var.fires), var.quiet))
  series = {
    for asset, attributes in var.series : var.assets[asset].id => {
      for attribute, points in attributes : var.assets[asset].attributes[attribute] => points
    }
  }
  rehearsals = { for key in local.expected : key => provider::engine::rehearse(var.alerts[key], local.series, var.options) if can(var.alerts[key]) }
}

output "failures" {
  description = "One sentence for each alert that did not behave as expected."
  value = concat(
    [for key in local.expected : "${key}: there is no such alert, but ${join(", ", keys(var.alerts))}" if !can(var.alerts[key])],
    [for key, at in var.fires : "${key} ${local.rehearsals[key].summary}" if try(local.rehearsals[key].fired == null, false)],
    [
      for key, at in var.fires : "${key} was expected to fire at ${at}, but ${local.rehearsals[key].summary}"
      if at == null ? false : try(timecmp(local.rehearsals[key].fired, at) != 0, false)
    ],
    [for key in var.quiet : "${key} was expected to stay quiet, but ${local.rehearsals[key].summary}" if try(local.rehearsals[key].fired != null, false)],
  )
}

output "rehearsals" {
  description = "The timelines by \"asset/rule\"."
  value       = local.rehearsals
}
