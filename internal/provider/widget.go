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
		"name":                 text(required, "Name of the widget.", notBlank()),
		"description":          text(optional, "Description of the widget."),
		"tab":                  movable(text(required, "Identifier of the tab to which the widget belongs.", identifier())),
		"type":                 text(required, "Type of the widget, for example `timeseries`, `line`, `bar`, `bargauge`, `gauge`, `stat`, `table`, `histogram`, `text`, `image`, `alertlist`, `alertevents`, `assetlist`, `actionlist` or `commandlist`.", notBlank()),
		"collection":           text(optional, "Collection that the widget belongs to."),
		"chart_items":          list(optional, "Items (variables) shown in the chart.", chartItem()),
		"value_mappings":       list(optional, "Texts shown instead of values.", valueMapping()),
		"thresholds":           list(optional, "Values from which on another color is shown.", widgetThreshold()),
		"refresh_interval":     text(optional, "How often the widget is refreshed, for example `30s`.", refreshInterval()),
		"timestamp_gte":        text(optional, "Start of the time range: an ISO 8601 time, or a relative text such as `now - 7d`.", aMoment()),
		"timestamp_lte":        text(optional, "End of the time range: an ISO 8601 time, or a relative text such as `now`.", aMoment()),
		"relative_window_time": number(optional, "Length of a time range that moves with the present.", above(0)),
		"timezone":             text(optional, "Time zone in which times are shown, a name of the IANA database such as `UTC` or `Europe/Lisbon`.", timezone()),
		"display_time_range":   flag(optional, "Whether the time range is displayed."),
		"labels_display":       flag(optional, "Whether labels are displayed."),
		"labels_aggregation":   text(optional, "Aggregation of the values that labels show; `avg` means `average`.", values("last", "average", "min", "max", "sum").also("avg", "average")),
		"labels_placement":     text(optional, "Placement of the labels.", values("bottom", "right")),
		"height":               integer("Height of the widget in rows of the tab's grid.", rows()),
		"width":                integer("Width of the widget in columns of the tab's grid, which has 20.", columns()),
		"position_x":           integer("Column of the tab's grid at which the widget begins.", firstColumn()),
		"position_y":           integer("Row of the tab's grid at which the widget begins.", firstRow()),
		"min_height":           integer("Least height of the widget in rows of the tab's grid.", rows()),
		"min_width":            integer("Least width of the widget in columns of the tab's grid.", columns()),
	}
	maps.Copy(attributes, widgetDrawing())
	maps.Copy(attributes, widgetOfType())
	return object{
		name: "widget", plural: "widgets",
		summary:    "A widget (chart) shows measured and forecasted values in real time on a tab.",
		collection: in(engine.Widgets),
		attributes: attributes,
		scope:      "tab",
		check:      checkWidget,
		items:      "chart_items",
		facts: lens.Facts{Defaults: itemDefaults("chart_items", map[string]any{
			"chart_items.query_limit": wholeNumber("10000"),
			"chart_items.hidden":      false,
		})},
	}
}

// checkWidget checks what concerns several attributes.
func checkWidget(config part) {
	checkPlace(config)
	checkTimeRange(config)
	checkItems(config.in("chart_items"))
	checkValueMappings(config.in("value_mappings"))
	checkInOrder(config, "y_axis_min_limit", "y_axis_max_limit", true)
}

func chartItem() map[string]schema.Attribute {
	a := limitedItem()
	a["order"] = integer("Position of the item in the chart, from 0.", atLeast(0))
	a["color"] = text(optional, "Color of the item: a name, or `#` and hexadecimal digits, for example `#1f77b4`.", color())
	a["hidden"] = flag(optional, "Whether the item is calculated and not shown. The engine's default is `false`.")
	return open(a)
}

func widgetThreshold() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"value":        number(required, "Value at which the threshold lies."),
		"color":        text(optional, "Color of the threshold: a name, or `#` and hexadecimal digits, for example `#1f77b4`.", color()),
		"display_text": text(optional, "Text that is shown for the threshold."),
	})
}
