# Converts the rules and the overridden alerts to objects of one type, with their messages. Both are in one map: the key of a rule is its name,
# which has no "/", and the key of an alert is "asset/rule".

locals {
  said = merge(local.rules, local.overridden)

  # Each distinct duration or schedule is parsed only once.
  windows = {
    for text in distinct([for rule in values(local.said) : tostring(rule.window) if can(rule.window)]) : text => try(
      parseint(regex("^([0-9]+) ?s?$", text)[0], 10),
      parseint(regex("^([0-9]+) ?m(?:in)?$", text)[0], 10) * 60,
      parseint(regex("^([0-9]+) ?h$", text)[0], 10) * 3600,
      parseint(regex("^([0-9]+) ?d$", text)[0], 10) * 86400,
      0,
    )
  }
  window_words = {
    for text, seconds in local.windows : text => try([
      for unit in [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] :
      "${seconds / unit[0]} ${unit[1]}${seconds == unit[0] ? "" : "s"}" if seconds >= unit[0] && seconds % unit[0] == 0
    ][0], "")
  }
  rates = {
    for text in distinct([for rule in values(local.said) : rule.rate if can(rule.rate)]) : text => try(provider::engine::rate(text), null)
  }
  crons = {
    for text in distinct([for rule in values(local.said) : rule.cron if can(rule.cron)]) : text => try(provider::engine::cron(text), null)
  }

  operator_words    = { ge = "at or above", gt = "above", le = "at or below", lt = "below", eq = "equal to" }
  aggregation_words = { avg = "Average", sum = "Sum", min = "Minimum", max = "Maximum", last = "Last value" }
  severities        = [for n in range(1, 9) : "SEV${n}"]

  settings = {
    for key, rule in local.said : key => {
      name        = lookup(rule, "name", reverse(split("/", key))[0])
      description = lookup(rule, "description", null)
      severity    = lookup(rule, "severity", null)
      attribute   = lookup(rule, "attribute", null)
      items = [
        for item in coalesce(lookup(rule, "items", null), []) : {
          ref_id         = item.ref_id
          type           = try(coalesce(item.type), can(coalesce(item.expression)) ? "EXPRESSION" : can(coalesce(item.metadata)) ? "METADATA" : "QUERY")
          label          = try(coalesce(item.label), coalesce(var.attributes[item.attribute].name), item.attribute, null)
          attribute      = try(item.attribute, null)
          metadata       = try(item.metadata, null)
          expression     = try(item.expression, null)
          group_unit     = try(item.group_unit, null)
          group_function = try(item.group_function, null)
          sort_field     = try(item.sort_field, null)
          sort_direction = try(item.sort_direction, null)
          limit          = try(item.limit, null)
        }
      ]
      target         = lookup(rule, "target", "A")
      aggregation    = lookup(rule, "aggregation", null)
      operator       = lookup(rule, "operator", null)
      window         = can(rule.window) ? local.windows[tostring(rule.window)] : null
      rate           = try(local.rates[rule.rate], null)
      cron           = try(local.crons[rule.cron], null)
      notify_no_data = lookup(rule, "notify_no_data", null)
      notify_error   = lookup(rule, "notify_error", null)
      notify_timeout = lookup(rule, "notify_timeout", null)
      mute           = lookup(rule, "mute", null)
      active         = lookup(rule, "active", null)
      tags           = [for tag in lookup(rule, "tags", []) : { id = try(tag.id, tag), name = try(tag.name, null) }]
      destinations   = can(rule.destinations) ? distinct(flatten([for name in lookup(rule, "destinations", []) : lookup(var.destinations, name, [name])])) : null
      thresholds = concat(
        [for value in can(rule.threshold) ? [rule.threshold] : [] : { value = value, status = "alert", text = lookup(rule, "text", null) }],
        [
          for threshold in lookup(rule, "thresholds", []) : {
            value  = threshold.value
            status = try(coalesce(threshold.status), "alert")
            text   = try(threshold.text, null)
          }
        ],
      )
    }
  }

  # The items of the condition: the items of the rule, or one item that reads the rule's attribute.
  items = {
    for key, setting in local.settings : key => concat(
      [
        for attribute in setting.attribute == null ? [] : [setting.attribute] : {
          ref_id         = "A"
          type           = "QUERY"
          label          = local.words[key]["{attribute}"]
          attribute      = attribute
          metadata       = null
          expression     = null
          group_unit     = null
          group_function = null
          sort_field     = null
          sort_direction = null
          limit          = null
        }
      ],
      setting.items,
    )
  }

  # The values of placeholders. {value} and {asset} are not here, because they differ between thresholds and alerts of a rule.
  words = {
    for key, setting in local.settings : key => {
      "{rule}"        = reverse(split("/", key))[0]
      "{name}"        = setting.name
      "{environment}" = var.environment.name
      "{severity}"    = setting.severity
      "{attribute}" = try(
        coalesce(var.attributes[setting.attribute].name),
        coalesce(setting.attribute),
        coalesce([for item in setting.items : item.label if item.ref_id == setting.target]...),
        setting.target,
      )
      "{unit}"        = try(coalesce(var.attributes[setting.attribute].unit), "")
      "{aggregation}" = try(local.aggregation_words[setting.aggregation], "")
      "{operator}"    = try(local.operator_words[setting.operator], "")
      "{window}"      = try(local.window_words[tostring(local.said[key].window)], "")
    }
  }
  usual_texts = {
    for key, words in local.words : key => join(" ", compact([
      "{aggregation} of {attribute}", words["{window}"] == "" ? "" : "over {window}", "is {operator} {value}", words["{unit}"] == "" ? "" : "{unit}",
    ]))
  }

  # Messages as lists of parts, with placeholders replaced by their values. Any remaining placeholder is {asset} or a mistake.
  parts        = "[^{]+|[{][a-z_]*[}]|[{]"
  placeholders = "^[{][a-z_]+[}]$"
  texts = {
    for key, setting in local.settings : key => {
      name        = [for part in regexall(local.parts, var.name_format) : lookup(local.words[key], part, part)]
      description = [for part in regexall(local.parts, coalesce(setting.description, " ")) : lookup(local.words[key], part, part)]
      thresholds = [
        for threshold in setting.thresholds : [
          for part in regexall(local.parts, try(coalesce(threshold.text), local.usual_texts[key])) : part == "{value}" ? tostring(threshold.value) : lookup(local.words[key], part, part)
        ]
      ]
    }
  }
}
