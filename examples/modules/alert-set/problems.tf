# Finds mistakes that appear only after all layers are merged. Each message contains the asset and the rule.

locals {
  # Mistakes in the settings of a rule or of an overridden alert.
  setting_problems = {
    for key, setting in local.settings : key => compact(concat(
      [
        contains(local.severities, coalesce(setting.severity, "none")) ? "" : "severity ${setting.severity == null ? "is missing" : jsonencode(setting.severity)}, but it is one of SEV1 to SEV8",
        contains(keys(local.operator_words), coalesce(setting.operator, "none")) ? "" : "operator ${setting.operator == null ? "is missing" : jsonencode(setting.operator)}, but it is one of ${join(", ", keys(local.operator_words))}",
        contains(keys(local.aggregation_words), coalesce(setting.aggregation, "none")) ? "" : "aggregation ${setting.aggregation == null ? "is missing" : jsonencode(setting.aggregation)}, but it is one of ${join(", ", keys(local.aggregation_words))}",
        setting.attribute == null && length(setting.items) == 0 ? "there is neither an attribute nor items" : "",
        length(setting.items) == 0 || contains(setting.items[*].ref_id, setting.target) ? "" : "target ${jsonencode(setting.target)} is not the ref_id of any item",
        length(setting.thresholds) == 0 ? "there is neither a threshold nor thresholds" : "",
        setting.window == 0 ? "window ${jsonencode(local.said[key].window)}, but it must be a number of seconds above 0, or a string such as \"10m\"" : "",
        setting.rate == null && setting.cron == null ? "${can(local.said[key].cron) ? "cron ${jsonencode(local.said[key].cron)}" : can(local.said[key].rate) ? "rate ${jsonencode(local.said[key].rate)}" : "no schedule"}, but a rate is a string such as \"5m\", and a cron one with six parts, such as \"0 8 * * ? *\"" : "",
      ],
      [for name in keys(local.said[key]) : "${jsonencode(name)} is not a key of a rule; the keys are ${join(", ", local.known)}" if !contains(local.known, name)],
      [
        for part in distinct(flatten(values(local.texts[key]))) : "unknown placeholder ${part}; the placeholders are {asset}, {value}, ${join(", ", keys(local.words[key]))}"
        if part != "{asset}" && can(regex(local.placeholders, part))
      ],
    ))
  }

  # All mistakes of each alert, for alerts that have any.
  problems = {
    for key, problems in {
      for key, alert in local.effective : key => concat(local.setting_problems[local.settings_of[key]], [
        for item in alert.items : "reads the attribute ${jsonencode(item.attribute)}, which the asset lacks; it has ${join(", ", keys(var.assets[alert.asset].attributes))}. Add the attribute to the asset, or limit the rule to other assets with \"assets\""
        if item.type == "QUERY" && item.attribute_id == null
      ])
    } : key => problems if length(problems) > 0
  }

  # Overrides, environment rules and globs that match no alert, rule or asset.
  loose_ends = concat(
    [for key in keys(var.overrides) : "overrides[${jsonencode(key)}] matches no alert; the alerts are ${join(", ", slice(keys(local.pairs), 0, min(10, length(local.pairs))))}${length(local.pairs) > 10 ? ", ..." : ""}" if !can(local.pairs[key])],
    [for name in keys(coalesce(var.environment.rules, {})) : "environment.rules[${jsonencode(name)}] matches no rule; the rules are ${join(", ", local.rule_names)}" if !contains(local.rule_names, name)],
    [for name, rule in local.rules : "the globs of rule ${name}, ${jsonencode(rule.assets)}, match no asset; the assets are ${join(", ", keys(var.assets))}" if can(rule.assets) && !anytrue([for asset in keys(var.assets) : can(regex(local.asset_globs[name], asset))])],
    [for glob in var.disabled : "disabled ${jsonencode(glob)} matches no alert" if !anytrue([for key in keys(local.pairs) : can(regex("^${local.glob_regex[glob]}$", key))])],
    [for glob in var.shadow : "shadow ${jsonencode(glob)} matches no alert" if !anytrue([for key in keys(local.pairs) : can(regex("^${local.glob_regex[glob]}$", key))])],
  )
}
