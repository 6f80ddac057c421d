# Merges the layers of every rule: defaults, catalog and rules, environment, overrides. Later layers win. Merging happens once for each rule
# and each override, not for each alert.

locals {
  # The settings that no layer has to declare.
  built_in = { severity = "SEV4", aggregation = "avg", operator = "gt", window = 600, rate = "5 minutes" }

  # The valid keys of a rule.
  known = concat(keys(local.built_in), [
    "name", "description", "attribute", "items", "target", "threshold", "text", "thresholds", "cron", "tags", "destinations",
    "notify_no_data", "notify_error", "notify_timeout", "mute", "active", "assets",
  ])

  # Keys that exclude each other: a layer with one of them sets the others to null, which removes them from the layers before it.
  instead_of = {
    rate       = ["cron"]
    cron       = ["rate"]
    attribute  = ["items", "target"]
    items      = ["attribute"]
    threshold  = ["thresholds"]
    thresholds = ["threshold", "text"]
  }

  catalog = one([for text in [var.catalog] : provider::engine::rule_catalog(text) if text != null])

  # Omitted attributes in var.rules are null, which would remove the value of an earlier layer, so nulls are dropped here.
  rules_declared = { for name, rule in var.rules : name => { for key, value in rule : key => value if value != null } }
  rule_names     = toset(concat(keys(var.rules), keys(try(local.catalog.rules, {}))))

  layers = [
    { for name in local.rule_names : name => local.built_in },
    { for name in local.rule_names : name => var.defaults },
    { for name in local.rule_names : name => try(local.catalog.defaults, {}) },
    try(local.catalog.rules, {}),
    local.rules_declared,
    { for name in local.rule_names : name => coalesce(var.environment.all, {}) },
    { for name, rule in coalesce(var.environment.rules, {}) : name => rule if contains(local.rule_names, name) },
  ]
  rules = provider::engine::deep_merge([
    for layer in local.layers : {
      for name, rule in layer : name => merge(
        { for other in distinct(flatten([for key in keys(rule) : lookup(local.instead_of, key, []) if rule[key] != null])) : other => null },
        rule,
      )
    }
  ])

  # The assets that each rule applies to, and the resulting pairs "asset/rule" of all alerts.
  asset_globs = { for name, rule in local.rules : name => "^(?:${join("|", [for glob in lookup(rule, "assets", []) : local.glob_regex[glob]])})$" if can(rule.assets) }
  pairs = merge([
    for name in keys(local.rules) : {
      for asset in keys(var.assets) : "${asset}/${name}" => { asset = asset, rule = name }
      if !can(local.asset_globs[name]) || can(regex(local.asset_globs[name], asset))
    }
  ]...)

  # Converts globs to regular expressions. "*" and "?" do not match "/", and all special characters are escaped.
  globs = distinct(concat(var.disabled, var.shadow, flatten([for rule in values(local.rules) : lookup(rule, "assets", [])])))
  glob_regex = {
    for glob in local.globs : glob => replace(replace(replace(glob, "/[^A-Za-z0-9*?/_-]/", "\\$0"), "*", "[^/]*"), "?", "[^/]")
  }
  disabled_regex = "^(?:${join("|", [for glob in var.disabled : local.glob_regex[glob]])})$"
  shadow_regex   = "^(?:${join("|", [for glob in var.shadow : local.glob_regex[glob]])})$"
  disabled       = { for key in keys(local.pairs) : key => true if length(var.disabled) > 0 && can(regex(local.disabled_regex, key)) }
  shadow         = { for key in keys(local.pairs) : key => true if length(var.shadow) > 0 && can(regex(local.shadow_regex, key)) }

  overridden = provider::engine::deep_merge([
    { for key in keys(var.overrides) : key => local.rules[local.pairs[key].rule] if can(local.pairs[key]) },
    {
      for key, rule in var.overrides : key => merge(
        { for other in distinct(flatten([for name in keys(rule) : lookup(local.instead_of, name, []) if rule[name] != null])) : other => null },
        rule,
      ) if can(local.pairs[key])
    },
  ])
}
