# Read rules from a YAML file, and merge each rule over the defaults of the file.

locals {
  catalog = provider::engine::rule_catalog(file("${path.module}/rules.yaml"))

  # Each rule is merged over the defaults. A rule with cron has rate = null, which removes the rate of the defaults.
  rules = { for name, rule in local.catalog.rules : name => provider::engine::deep_merge([local.catalog.defaults, rule]) }
}

output "severities" {
  value = { for name, rule in local.rules : name => rule.severity }
}

output "schedules" {
  value = { for name, rule in local.rules : name => try(rule.cron, rule.rate) }
}
