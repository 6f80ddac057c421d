variable "name" {
  description = "Name of the dashboard."
  type        = string
}

variable "description" {
  description = "Description of the dashboard."
  type        = string
  default     = null
}

variable "tags" {
  description = "Tags of the dashboard."
  type        = list(object({ id = string, name = optional(string) }))
  default     = null
}

variable "assets" {
  description = "Assets by key, with the ids of their attributes by name, as in the module alert-set. Items refer to assets by key and to attributes by name."
  type = map(object({
    id         = string
    name       = optional(string)
    attributes = optional(map(string), {})
  }))
  default  = {}
  nullable = false
}

variable "attributes" {
  description = "For each attribute name in items, the name to use in labels, and the unit."
  type = map(object({
    name = optional(string)
    unit = optional(string)
  }))
  default  = {}
  nullable = false
}

variable "columns" {
  description = "Number of columns in a tab's grid."
  type        = number
  default     = 20
  nullable    = false
}

variable "tabs" {
  description = "Tabs in display order, with the widgets of each tab from left to right and top to bottom. A widget that shows data has `items`. Items without a `ref_id` get A, B, C and so on."
  type = list(object({
    name = string
    widgets = optional(list(object({
      name        = string
      type        = optional(string, "timeseries")
      description = optional(string)
      width       = optional(number, 10)
      height      = optional(number, 6)
      items = optional(list(object({
        ref_id         = optional(string)
        label          = optional(string)
        asset          = optional(string)
        attribute      = optional(string)
        expression     = optional(string)
        color          = optional(string)
        hidden         = optional(bool)
        group_unit     = optional(string)
        group_function = optional(string)
        limit          = optional(number)
      })), [])
      thresholds               = optional(list(object({ value = number, color = optional(string), display_text = optional(string) })))
      value_mappings           = optional(list(object({ type = string, display_text = optional(string), match_value = optional(string), range_start = optional(number), range_end = optional(number), regular_expression = optional(string) })))
      from                     = optional(string)
      until                    = optional(string)
      refresh_interval         = optional(string)
      timezone                 = optional(string)
      unit                     = optional(string)
      y_axis_min_limit         = optional(number)
      y_axis_max_limit         = optional(number)
      number_of_decimals       = optional(number)
      labels_display           = optional(bool)
      labels_aggregation       = optional(string)
      labels_placement         = optional(string)
      timeseries_type          = optional(string)
      line_interpolation_style = optional(string)
      fill                     = optional(bool)
      orientation              = optional(string)
      max_limit                = optional(number)
      text                     = optional(string)
      image_url                = optional(string)
      filter_name              = optional(string)
      filter_status            = optional(list(string))
    })), [])
  }))
  nullable = false

  validation {
    condition     = length(var.tabs) == length(distinct(var.tabs[*].name))
    error_message = "Tab names must be unique, because the module uses them as keys; duplicate: ${join(", ", distinct([for name in var.tabs[*].name : name if length([for tab in var.tabs : tab if tab.name == name]) > 1]))}."
  }
  validation {
    condition     = alltrue([for tab in var.tabs : length(tab.widgets) == length(distinct(tab.widgets[*].name))])
    error_message = "Widget names must be unique within a tab, because the module uses them as keys; duplicates on: ${join(", ", [for tab in var.tabs : tab.name if length(tab.widgets) != length(distinct(tab.widgets[*].name))])}."
  }
  validation {
    condition     = alltrue(flatten([for tab in var.tabs : [for widget in tab.widgets : length(widget.items) <= 26]]))
    error_message = "A widget can have at most 26 items: A to Z."
  }
}
