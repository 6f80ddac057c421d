variable "component" {
  description = "The component. Values are JSON-encoded strings: `jsonencode(10)`."
  type = object({
    type                = optional(string, "algorithm")
    name                = string
    description         = optional(string)
    version             = string
    deployment_capacity = optional(string, "small")
    running             = optional(bool)
    tags                = optional(list(object({ id = string, name = optional(string) })))
    input = optional(list(object({
      name        = string
      description = optional(string)
      type        = string
      required    = optional(bool)
      multiple    = optional(bool)
      sensitive   = optional(bool)
      choices     = optional(string)
      depends_on  = optional(string)
      value       = optional(string)
    })), [])
    output = optional(list(object({
      name   = string
      fields = optional(list(object({ name = string, description = optional(string), type = optional(string), filterable = optional(bool) })))
    })), [])
  })
  nullable = false
}

variable "routines" {
  description = "Kinds of routines that the component offers, by name. `config` declares the parameters that a site may set, and `input` and `output` the data addresses that it provides."
  type = map(object({
    max_instances = optional(number)
    config = optional(map(object({
      description = optional(string)
      type        = string
      required    = optional(bool, false)
      multiple    = optional(bool)
      value       = optional(string)
    })), {})
    input = optional(map(object({
      description = optional(string)
      value_type  = optional(string, "Number")
      required    = optional(bool, false)
      multiple    = optional(bool, false)
    })), {})
    output = optional(map(object({
      description = optional(string)
      value_type  = optional(string, "Number")
      required    = optional(bool, false)
      multiple    = optional(bool, false)
    })), {})
  }))
  nullable = false
}

variable "sites" {
  description = "Sites by key, with the routines of each site by kind. Values in `config` are JSON-encoded strings and override the values of the kind. Each `input` and `output` is a list of data addresses, with a single element unless the kind has `multiple = true`."
  type = map(object({
    name = optional(string)
    routines = map(object({
      description = optional(string)
      config      = optional(map(string), {})
      input       = optional(map(list(object({ asset = string, attribute = string }))), {})
      output      = optional(map(list(object({ asset = string, attribute = string }))), {})
    }))
  }))
  nullable = false
}
