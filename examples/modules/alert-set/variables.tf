variable "assets" {
  description = "Assets by their keys, which begin the keys of the alerts. `attributes` are the ids of what can be measured at an asset, by the names that rules use; an asset may have tags of its own."
  type = map(object({
    id         = string
    name       = optional(string)
    attributes = optional(map(string), {})
    tags       = optional(list(object({ id = string, name = optional(string) })), [])
  }))
  nullable = false

  validation {
    condition     = alltrue([for key in keys(var.assets) : can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", key))])
    error_message = "Keys of assets are letters, digits, \".\", \"_\" and \"-\": ${join(", ", [for key in keys(var.assets) : jsonencode(key) if !can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", key))])} can't be one."
  }
  validation {
    condition     = alltrue([for asset in values(var.assets) : length(asset.id) > 0 && !contains(values(asset.attributes), "")])
    error_message = "These assets have an empty id, or an attribute with one: ${join(", ", [for key, asset in var.assets : key if length(asset.id) == 0 || contains(values(asset.attributes), "")])}."
  }
}

variable "attributes" {
  description = "How attributes are called in labels and texts, and their units, by the names that rules use."
  type = map(object({
    name = optional(string)
    unit = optional(string)
  }))
  default  = {}
  nullable = false
}

variable "catalog" {
  description = "Rules as YAML text, see `provider::engine::rule_catalog`: `file(\"rules.yaml\")`."
  type        = string
  default     = null
}

variable "rules" {
  description = "Rules by their names, beside those of the catalog or over them. What is null is left to the layers below."
  type = map(object({
    name        = optional(string)
    description = optional(string)
    severity    = optional(string)
    attribute   = optional(string)
    items = optional(list(object({
      ref_id         = string
      type           = optional(string)
      label          = optional(string)
      attribute      = optional(string)
      metadata       = optional(string)
      expression     = optional(string)
      group_unit     = optional(string)
      group_function = optional(string)
      sort_field     = optional(string)
      sort_direction = optional(number)
      limit          = optional(number)
    })))
    target         = optional(string)
    aggregation    = optional(string)
    operator       = optional(string)
    threshold      = optional(number)
    text           = optional(string)
    thresholds     = optional(list(object({ value = number, status = optional(string), text = optional(string) })))
    window         = optional(string)
    rate           = optional(string)
    cron           = optional(string)
    tags           = optional(list(object({ id = string, name = optional(string) })))
    destinations   = optional(list(string))
    notify_no_data = optional(bool)
    notify_error   = optional(bool)
    notify_timeout = optional(bool)
    mute           = optional(bool)
    active         = optional(bool)
    assets         = optional(list(string))
  }))
  default  = {}
  nullable = false

  validation {
    condition     = alltrue([for name in keys(var.rules) : can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", name))])
    error_message = "Names of rules are letters, digits, \".\", \"_\" and \"-\": ${join(", ", [for name in keys(var.rules) : jsonencode(name) if !can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", name))])} can't be one."
  }
}

variable "defaults" {
  description = "What all rules have that do not say otherwise: an object with attributes of a rule. It is below the catalog."
  type        = any
  default     = {}
  nullable    = false
}

variable "environment" {
  description = "What differs in an environment, over the catalog: its `name`, `all` for all rules, and `rules` by their names. A null there unsets what a lower layer said."
  type = object({
    name  = optional(string, "")
    all   = optional(any, {})
    rules = optional(any, {})
  })
  default  = {}
  nullable = false
}

variable "overrides" {
  description = "What differs for single alerts, by \"asset/rule\": objects with attributes of a rule. The highest layer. A null there unsets what a lower layer said."
  type        = any
  default     = {}
  nullable    = false
}

variable "disabled" {
  description = "Globs of \"asset/rule\" that get no alert: \"pump-*/pressure-high\". `*` stands for any text without \"/\", `?` for one character."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for glob in var.disabled : length(split("/", glob)) == 2])
    error_message = "A glob is \"asset/rule\", with one \"/\" and \"*\" for any text: ${join(", ", [for glob in var.disabled : jsonencode(glob) if length(split("/", glob)) != 2])}."
  }
}

variable "shadow" {
  description = "Globs of \"asset/rule\" whose alerts are made, but muted: they change their status and notify nobody."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for glob in var.shadow : length(split("/", glob)) == 2])
    error_message = "A glob is \"asset/rule\", with one \"/\" and \"*\" for any text: ${join(", ", [for glob in var.shadow : jsonencode(glob) if length(split("/", glob)) != 2])}."
  }
}

variable "destinations" {
  description = "Groups of destinations by their names. A destination of a rule that is the name of a group stands for all of it; any other is taken as it is."
  type        = map(list(string))
  default     = {}
  nullable    = false
}

variable "tags" {
  description = "Tags of all alerts."
  type        = list(object({ id = string, name = optional(string) }))
  default     = []
  nullable    = false
}

variable "name_format" {
  description = "Name of an alert: a text with the placeholders of texts, and `{name}` for the rule's name."
  type        = string
  default     = "{asset}: {name}"
  nullable    = false
}
