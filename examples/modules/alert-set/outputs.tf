output "alerts" {
  description = "The alerts by \"asset/rule\", with all attributes, for example for `provider::engine::rehearse`."
  value       = engine_alert.this
}

output "assets" {
  description = "The assets as passed to the module, for tests/rehearsal."
  value       = var.assets
}

output "by_asset" {
  description = "Ids of the alerts, by asset and then by rule."
  value = {
    for asset in keys(var.assets) : asset => {
      for rule in keys(local.rules) : rule => engine_alert.this["${asset}/${rule}"].id if can(local.settings_of["${asset}/${rule}"])
    }
  }
}

output "matrix" {
  description = "Severities, by asset and then by rule: \"SEV2\", \"SEV2 (shadow)\", \"off\" if the alert is disabled, \"-\" if the rule does not apply to the asset."
  value = {
    for asset in keys(var.assets) : asset => {
      for rule in keys(local.rules) : rule => (
        can(local.effective["${asset}/${rule}"])
        ? "${local.effective["${asset}/${rule}"].severity}${local.effective["${asset}/${rule}"].shadow ? " (shadow)" : ""}"
        : can(local.pairs["${asset}/${rule}"]) ? "off" : "-"
      )
    }
  }
}

output "effective" {
  description = "Merged settings of each alert, by \"asset/rule\"."
  value       = local.effective

  precondition {
    condition     = length(local.loose_ends) == 0
    error_message = "The alert set is invalid:\n- ${join("\n- ", local.loose_ends)}"
  }
}
