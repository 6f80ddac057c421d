variable "assets" {
  description = "Assets by key. The key of an alert is \"asset/rule\". `attributes` maps the attribute names in rules to the ids of the asset's attributes. An asset may have its own tags."
  type = map(object({
    id         = string
    name       = optional(string)
    attributes = optional(map(string), {})
    tags       = optional(list(object({ id = string, name = optional(string) })), [])
  }))
  nullable = false

  validation {
    condition     = alltrue([for key in keys(var.assets) : can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", key))])
    error_message = "Asset keys consist of letters, digits, \".\", \"_\" and \"-\": ${join(", ", [for key in keys(var.assets) : jsonencode(key) if !can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", key))])} can't be a key."
  }
  validation {
    condition     = alltrue([for asset in values(var.assets) : length(asset.id) > 0 && !contains(values(asset.attributes), "")])
    error_message = "These assets have an empty id, or an attribute with an empty id: ${join(", ", [for key, asset in var.assets : key if length(asset.id) == 0 || contains(values(asset.attributes), "")])}."
  }
}

variable "attributes" {
  description = "For each attribute name in rules, the name to use in labels and messages, and the unit."
  type = map(object({
    name = optional(string)
    unit = optional(string)
  }))
  default  = {}
  nullable = false
}

variable "catalog" {
  description = "Rule catalog as a YAML string, for example `file(\"rules.yaml\")`. See `provider::engine::rule_catalog`."
  type        = string
  default     = null
}

variable "rules" {
  description = "Rules by name. They are added to the rules in the catalog, or override rules of the same name. A null attribute does not override."
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
    error_message = "Rule names consist of letters, digits, \".\", \"_\" and \"-\": ${join(", ", [for name in keys(var.rules) : jsonencode(name) if !can(regex("^[A-Za-z0-9][A-Za-z0-9._-]*$", name))])} can't be a name."
  }
}

variable "defaults" {
  description = "Settings of all rules: an object with attributes of a rule. The catalog overrides them."
  type        = any
  default     = {}
  nullable    = false
}

variable "environment" {
  description = "Settings of an environment, which override the catalog: its `name`, `all` for all rules, and `rules` for individual rules, by name. Null removes the setting of an earlier layer."
  type = object({
    name  = optional(string, "")
    all   = optional(any, {})
    rules = optional(any, {})
  })
  default  = {}
  nullable = false
}

variable "overrides" {
  description = "Settings of individual alerts, by \"asset/rule\": objects with attributes of a rule. They override all other layers. Null removes the setting of an earlier layer."
  type        = any
  default     = {}
  nullable    = false
}

variable "disabled" {
  description = "Globs of \"asset/rule\", for example \"pump-*/pressure-high\". Matching alerts are not created. `*` matches any string without \"/\", `?` a single character."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for glob in var.disabled : length(split("/", glob)) == 2])
    error_message = "A glob is \"asset/rule\", with one \"/\" and \"*\" for any string: ${join(", ", [for glob in var.disabled : jsonencode(glob) if length(split("/", glob)) != 2])}."
  }
}

variable "shadow" {
  description = "Globs of \"asset/rule\". Matching alerts are created, but muted: their status changes, but nobody is notified."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for glob in var.shadow : length(split("/", glob)) == 2])
    error_message = "A glob is \"asset/rule\", with one \"/\" and \"*\" for any string: ${join(", ", [for glob in var.shadow : jsonencode(glob) if length(split("/", glob)) != 2])}."
  }
}

variable "destinations" {
  description = "Groups of destinations, by name. If a destination of a rule is the name of a group, the alert notifies the whole group."
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
  description = "Format of alert names: a string with placeholders, such as `{name}` for the rule's name."
  type        = string
  default     = "{asset}: {name}"
  nullable    = false
}
