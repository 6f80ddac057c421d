resource "engine_dashboard" "this" {
  name        = var.name
  description = var.description
  tags        = var.tags
  assets      = length(var.assets) == 0 ? null : [for key, asset in var.assets : { id = asset.id, name = coalesce(asset.name, key) }]
}

# The keys of tabs and widgets are their names, so a new tab or widget in the middle moves the others but replaces none.
resource "engine_tab" "this" {
  for_each = { for i, tab in var.tabs : tab.name => i }

  name      = each.key
  dashboard = engine_dashboard.this.id
  order     = each.value
}

locals {
  letters = split("", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  places  = { for tab in var.tabs : tab.name => provider::engine::layout(var.columns, [for widget in tab.widgets : { width = widget.width, height = widget.height }]) }

  widgets = merge([
    for tab in var.tabs : {
      for i, widget in tab.widgets : "${tab.name}/${widget.name}" => merge(widget, local.places[tab.name][i], {
        tab = tab.name
        items = [
          for n, item in widget.items : merge(item, {
            ref_id       = coalesce(item.ref_id, local.letters[n])
            label        = try(coalesce(item.label, try(var.attributes[item.attribute].name, null), item.attribute), null)
            attribute_id = item.attribute == null ? null : try(var.assets[item.asset].attributes[item.attribute], null)
          })
        ]
        # The unit of the items, if all items with a unit share it.
        unit = try(coalesce(widget.unit), one(distinct([for item in widget.items : var.attributes[item.attribute].unit if can(coalesce(var.attributes[item.attribute].unit))])), null)
      })
    }
  ]...)

  problems = {
    for key, widget in local.widgets : key => [
      for item in widget.items : "item ${item.ref_id} ${
        item.expression != null ? "has both an expression and an asset or attribute" :
        item.asset == null || item.attribute == null ? "has neither an expression nor both an asset and an attribute" :
        !contains(keys(var.assets), item.asset) ? "refers to the asset ${jsonencode(item.asset)}, but the assets are ${join(", ", keys(var.assets))}" :
        "refers to the attribute ${jsonencode(item.attribute)}, which ${item.asset} lacks; it has ${join(", ", keys(var.assets[item.asset].attributes))}"
      }"
      if item.expression == null ? item.attribute_id == null : item.asset != null || item.attribute != null
    ]
  }
}

resource "engine_widget" "this" {
  for_each = local.widgets

  name        = each.value.name
  description = each.value.description
  tab         = engine_tab.this[each.value.tab].id
  type        = each.value.type

  position_x = each.value.position_x
  position_y = each.value.position_y
  width      = each.value.width
  height     = each.value.height

  chart_items = length(each.value.items) == 0 ? null : [
    for i, item in each.value.items : {
      ref_id                 = item.ref_id
      type                   = item.expression == null ? "QUERY" : "EXPRESSION"
      label                  = item.label
      order                  = i
      color                  = item.color
      hidden                 = item.hidden
      expression             = item.expression
      query_filter_asset     = item.asset == null ? null : { id = try(var.assets[item.asset].id, ""), name = try(coalesce(var.assets[item.asset].name, item.asset), item.asset) }
      query_filter_attribute = item.attribute_id == null ? null : { id = item.attribute_id, name = try(coalesce(var.attributes[item.attribute].name), item.attribute) }
      query_group_unit       = item.group_unit
      query_group_function   = item.group_function
      query_limit            = item.limit
    }
  ]
  thresholds     = each.value.thresholds
  value_mappings = each.value.value_mappings == null ? null : [for i, mapping in each.value.value_mappings : merge(mapping, { order = i })]

  timestamp_gte    = each.value.from
  timestamp_lte    = each.value.until
  refresh_interval = each.value.refresh_interval
  timezone         = each.value.timezone

  y_axis_unit              = each.value.unit
  y_axis_min_limit         = each.value.y_axis_min_limit
  y_axis_max_limit         = each.value.y_axis_max_limit
  number_of_decimals       = each.value.number_of_decimals
  labels_display           = each.value.labels_display
  labels_aggregation       = each.value.labels_aggregation
  labels_placement         = each.value.labels_placement
  timeseries_type          = each.value.timeseries_type
  line_interpolation_style = each.value.line_interpolation_style
  fill                     = each.value.fill
  orientation              = each.value.orientation
  max_limit                = each.value.max_limit
  text                     = each.value.text
  image_url                = each.value.image_url
  filter_name              = each.value.filter_name
  filter_status            = each.value.filter_status

  lifecycle {
    precondition {
      condition     = length(local.problems[each.key]) == 0
      error_message = "Tab ${each.value.tab}, widget ${each.value.name}: ${join("; ", local.problems[each.key])}."
    }
  }
}
