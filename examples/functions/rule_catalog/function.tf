locals {
  catalog = provider::engine::rule_catalog(file("${path.module}/rules.yaml"))

  # Each rule on top of the defaults; { rate = null } of a rule with cron takes the rate of the defaults away.
  rules = { for name, rule in local.catalog.rules : name => provider::engine::deep_merge([local.catalog.defaults, rule]) }
}

output "severities" {
  value = { for name, rule in local.rules : name => rule.severity }
}

output "schedules" {
  value = { for name, rule in local.rules : name => try(rule.cron, rule.rate) }
}
