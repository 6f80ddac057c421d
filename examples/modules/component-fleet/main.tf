resource "engine_component" "this" {
  type                = var.component.type
  name                = var.component.name
  description         = var.component.description
  version             = var.component.version
  deployment_capacity = var.component.deployment_capacity
  running             = var.component.running
  tags                = var.component.tags
  input               = var.component.input
  output              = var.component.output

  routines = [
    for kind, routine in var.routines : {
      name          = kind
      max_instances = routine.max_instances
      config        = [for name, parameter in routine.config : merge(parameter, { name = name })]
      input         = [for name, address in routine.input : merge(address, { name = name, type = "DataAddress" })]
      output        = [for name, address in routine.output : merge(address, { name = name, type = "DataAddress" })]
    }
  ]
}

locals {
  # All routines by "site/kind", and the kind of each. A kind that does not exist counts as empty.
  routines = merge([
    for site, declared in var.sites : {
      for kind, routine in declared.routines : "${site}/${kind}" => merge(routine, {
        site  = site
        label = coalesce(declared.name, site)
        kind  = kind
      })
    }
  ]...)
  kinds = { for key, routine in local.routines : key => lookup(var.routines, routine.kind, { max_instances = null, config = {}, input = {}, output = {} }) }

  # All inputs and outputs of each routine, both of its kind and from the site, to find mistakes in them.
  addresses = {
    for key, routine in local.routines : key => concat(
      [for name in setunion(keys(routine.input), keys(local.kinds[key].input)) : { way = "input", name = name, given = lookup(routine.input, name, []), kind = lookup(local.kinds[key].input, name, null) }],
      [for name in setunion(keys(routine.output), keys(local.kinds[key].output)) : { way = "output", name = name, given = lookup(routine.output, name, []), kind = lookup(local.kinds[key].output, name, null) }],
    )
  }
  problems = {
    for key, routine in local.routines : key => !contains(keys(var.routines), routine.kind) ? ["the component offers no such kind; the kinds are ${join(", ", keys(var.routines))}"] : concat(
      [for name in keys(routine.config) : "${jsonencode(name)} is not a parameter of config; the parameters are ${join(", ", keys(local.kinds[key].config))}" if !contains(keys(local.kinds[key].config), name)],
      [for name, parameter in local.kinds[key].config : "config lacks ${jsonencode(name)}, which is required" if parameter.required && parameter.value == null && !contains(keys(routine.config), name)],
      [for name, value in routine.config : "${jsonencode(name)} in config is not valid JSON; use jsonencode(...)" if !can(jsondecode(value))],
      [for address in local.addresses[key] : "there is no ${address.way} ${jsonencode(address.name)}" if address.kind == null],
      [for address in local.addresses[key] : "${address.way} ${jsonencode(address.name)} requires an address" if try(address.kind.required, false) && length(address.given) == 0],
      [for address in local.addresses[key] : "${address.way} ${jsonencode(address.name)} accepts only one address, not ${length(address.given)}" if !try(address.kind.multiple, true) && length(address.given) > 1],
    )
  }

  crowded = [
    for kind, routine in var.routines : "${kind}: ${length([for r in values(local.routines) : r if r.kind == kind])} of ${routine.max_instances}"
    if routine.max_instances != null && try(length([for r in values(local.routines) : r if r.kind == kind]) > routine.max_instances, false)
  ]
}

resource "engine_routine" "this" {
  for_each = local.routines

  name         = "${each.value.label}: ${each.value.kind}"
  description  = each.value.description
  component_id = engine_component.this.id
  type         = each.value.kind

  config = [
    for name, parameter in local.kinds[each.key].config : {
      name     = name
      type     = parameter.type
      multiple = parameter.multiple
      value    = lookup(each.value.config, name, parameter.value)
    }
  ]
  input = [
    for name, address in local.kinds[each.key].input : {
      name       = name
      type       = "DataAddress"
      value_type = address.value_type
      multiple   = address.multiple
      value      = !contains(keys(each.value.input), name) ? null : address.multiple ? jsonencode(each.value.input[name]) : jsonencode(one(each.value.input[name]))
    }
  ]
  output = [
    for name, address in local.kinds[each.key].output : {
      name       = name
      type       = "DataAddress"
      value_type = address.value_type
      multiple   = address.multiple
      value      = !contains(keys(each.value.output), name) ? null : address.multiple ? jsonencode(each.value.output[name]) : jsonencode(one(each.value.output[name]))
    }
  ]

  lifecycle {
    precondition {
      condition     = length(local.problems[each.key]) == 0
      error_message = "Site ${each.value.site}, routine ${each.value.kind}: ${join("; ", local.problems[each.key])}."
    }
  }
}
