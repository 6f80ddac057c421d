// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// widget is interface section 2.3 with wire shapes section 4.
func widget() object {
	attributes := map[string]schema.Attribute{
		"name":                 text(required, "Name of the widget."),
		"description":          text(optional, "Description of the widget."),
		"tab":                  movable(text(required, "Identifier of the tab to which the widget belongs.")),
		"type":                 text(required, "Type of the widget, for example `timeseries`, `line`, `bar`, `bargauge`, `gauge`, `stat`, `table`, `histogram`, `text`, `image`, `alertlist`, `alertevents`, `assetlist`, `actionlist` or `commandlist`."),
		"collection":           text(optional, "Collection that the widget belongs to."),
		"chart_items":          list(optional, "Items (variables) shown in the chart.", chartItem()),
		"value_mappings":       list(optional, "Texts shown instead of values.", valueMapping()),
		"thresholds":           list(optional, "Values from which on another color is shown.", widgetThreshold()),
		"refresh_interval":     text(optional, "How often the widget is refreshed, for example `30s`."),
		"timestamp_gte":        text(optional, "Start of the time range: an ISO 8601 time, or a relative text such as `now - 7d`.", moment{}),
		"timestamp_lte":        text(optional, "End of the time range: an ISO 8601 time, or a relative text such as `now`.", moment{}),
		"relative_window_time": number(optional, "Length of a time range that moves with the present."),
		"timezone":             text(optional, "Time zone in which times are shown, for example `UTC`."),
		"display_time_range":   flag(optional, "Whether the time range is displayed."),
		"labels_display":       flag(optional, "Whether labels are displayed."),
		"labels_aggregation":   text(optional, "Aggregation of the values that labels show; `avg` means `average`.", values("last", "average", "min", "max", "sum").also("avg", "average")),
		"labels_placement":     text(optional, "Placement of the labels.", values("bottom", "right")),
		"height":               integer("Height of the widget in rows of the tab's grid."),
		"width":                integer("Width of the widget in columns of the tab's grid, which has 20."),
		"position_x":           integer("Column of the tab's grid at which the widget begins."),
		"position_y":           integer("Row of the tab's grid at which the widget begins."),
		"min_height":           integer("Least height of the widget in rows of the tab's grid."),
		"min_width":            integer("Least width of the widget in columns of the tab's grid."),
	}
	maps.Copy(attributes, widgetDrawing())
	maps.Copy(attributes, widgetOfType())
	return object{
		name: "widget", plural: "widgets",
		summary:    "A widget (chart) shows measured and forecasted values in real time on a tab.",
		collection: in(engine.Widgets),
		attributes: attributes,
		scope:      "tab",
		facts: lens.Facts{Defaults: itemDefaults("chart_items", map[string]any{
			"chart_items.query_limit": wholeNumber("10000"),
			"chart_items.hidden":      false,
		})},
	}
}

func chartItem() map[string]schema.Attribute {
	a := limitedItem()
	a["order"] = integer("Position of the item in the chart.")
	a["color"] = text(optional, "Color of the item: a name, or `#` and six hexadecimal digits.")
	a["hidden"] = flag(optional, "Whether the item is calculated and not shown. The engine's default is `false`.")
	return open(a)
}

func valueMapping() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"type":               text(required, "Which values are mapped: an `exact_match` of `match_value`, a `range` from `range_start` to `range_end`, or those that match a `regex`, the `regular_expression`."),
		"order":              integer("Position of the mapping among the mappings."),
		"display_text":       text(optional, "Text that is shown instead of the value."),
		"match_value":        text(optional, "Of an `exact_match`: the value."),
		"range_start":        number(optional, "Of a `range`: its least value."),
		"range_end":          number(optional, "Of a `range`: its greatest value."),
		"regular_expression": text(optional, "Of a `regex`: the regular expression."),
	})
}

func widgetThreshold() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"value":        number(required, "Value at which the threshold lies."),
		"color":        text(optional, "Color of the threshold: a name, or `#` and six hexadecimal digits."),
		"display_text": text(optional, "Text that is shown for the threshold."),
	})
}
