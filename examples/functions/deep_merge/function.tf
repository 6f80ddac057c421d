# Merge the settings of an environment over defaults, at all levels.

locals {
  defaults = {
    severity = "SEV4"
    rate     = "5m"
    notify   = { no_data = true, error = true }
  }
  production = {
    severity = "SEV2"
    notify   = { no_data = false }
  }
}

# The result is { severity = "SEV2", rate = "5m", notify = { no_data = false, error = true } }
output "effective" {
  value = provider::engine::deep_merge(local.defaults, local.production)
}

# You can also pass the layers as one list. Null removes a key. The result is { severity = "SEV4", rate = "5m" }
output "without_notify" {
  value = provider::engine::deep_merge([local.defaults, { notify = null }])
}
