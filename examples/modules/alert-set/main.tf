# Creates an alert for each rule and each asset that the rule applies to.

locals {
  asset_names = { for key, asset in var.assets : key => coalesce(asset.name, key) }

  # For each alert "asset/rule", the key of its settings: its own key if it has an override, otherwise the rule's name.
  settings_of = tomap({ for key, pair in local.pairs : key => can(local.overridden[key]) ? key : pair.rule if !can(local.disabled[key]) })

  # All settings of each alert, ready for the resource below.
  effective = {
    for key, name in local.settings_of : key => merge(local.settings[name], {
      asset       = local.pairs[key].asset
      rule        = local.pairs[key].rule
      name        = join("", [for part in local.texts[name].name : part == "{asset}" ? local.asset_names[local.pairs[key].asset] : part])
      description = local.settings[name].description == null ? null : join("", [for part in local.texts[name].description : part == "{asset}" ? local.asset_names[local.pairs[key].asset] : part])
      shadow      = can(local.shadow[key])
      mute        = can(local.shadow[key]) ? true : local.settings[name].mute
      tags        = distinct(concat(var.tags, var.assets[local.pairs[key].asset].tags, local.settings[name].tags))
      thresholds = [
        for i, threshold in local.settings[name].thresholds : {
          value  = threshold.value
          status = threshold.status
          text   = join("", [for part in local.texts[name].thresholds[i] : part == "{asset}" ? local.asset_names[local.pairs[key].asset] : part])
        }
      ]
      items = [
        for item in local.items[name] : merge(item, {
          attribute_id = item.attribute == null ? null : lookup(var.assets[local.pairs[key].asset].attributes, item.attribute, null)
        })
      ]
    })
  }
}

resource "engine_alert" "this" {
  for_each = local.settings_of

  name        = local.effective[each.key].name
  description = local.effective[each.key].description
  severity    = local.effective[each.key].severity
  tags        = length(local.effective[each.key].tags) > 0 ? local.effective[each.key].tags : null
  assets      = [{ id = var.assets[local.effective[each.key].asset].id, name = local.asset_names[local.effective[each.key].asset] }]

  type         = local.effective[each.key].cron == null ? "rate" : "cron"
  rate_value   = try(local.effective[each.key].rate.rate_value, null)
  rate_unit    = try(local.effective[each.key].rate.rate_unit, null)
  cron_minutes = try(local.effective[each.key].cron.cron_minutes, null)
  cron_hours   = try(local.effective[each.key].cron.cron_hours, null)
  cron_dom     = try(local.effective[each.key].cron.cron_dom, null)
  cron_month   = try(local.effective[each.key].cron.cron_month, null)
  cron_dow     = try(local.effective[each.key].cron.cron_dow, null)
  cron_year    = try(local.effective[each.key].cron.cron_year, null)

  alert_items = [
    for item in local.effective[each.key].items : {
      ref_id                 = item.ref_id
      type                   = item.type
      label                  = item.label
      query_filter_asset     = item.type == "EXPRESSION" ? null : { id = var.assets[local.effective[each.key].asset].id, name = local.asset_names[local.effective[each.key].asset] }
      query_filter_attribute = item.type == "QUERY" ? { id = item.attribute_id, name = try(coalesce(var.attributes[item.attribute].name), item.attribute) } : null
      query_filter_metadata  = item.type == "METADATA" ? { id = item.metadata } : null
      expression             = item.expression
      query_group_unit       = item.group_unit
      query_group_function   = item.group_function
      query_sort_field       = item.sort_field
      query_sort_direction   = item.sort_direction
      query_limit            = item.limit
    }
  ]
  stmt_target_variable = local.effective[each.key].target
  stmt_aggregation     = local.effective[each.key].aggregation
  stmt_time_window     = local.effective[each.key].window
  stmt_operator        = local.effective[each.key].operator
  stmt_thresholds      = [for threshold in local.effective[each.key].thresholds : { value = threshold.value, status = threshold.status, status_text = threshold.text }]

  destinations_list = local.effective[each.key].destinations
  notify_no_data    = local.effective[each.key].notify_no_data
  notify_error      = local.effective[each.key].notify_error
  notify_timeout    = local.effective[each.key].notify_timeout
  mute              = local.effective[each.key].mute
  active            = local.effective[each.key].active

  lifecycle {
    precondition {
      condition     = !can(local.problems[each.key])
      error_message = "Asset ${local.effective[each.key].asset}, rule ${local.effective[each.key].rule}: ${try(join("; ", local.problems[each.key]), "")}."
    }
  }
}
