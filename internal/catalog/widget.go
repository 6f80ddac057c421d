// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// widget is interface section 2.3 with wire shapes section 4.
func widget() Object {
	attributes := map[string]schema.Attribute{
		"name":                 attribute.Text(attribute.Required, "Name of the widget.", attribute.NotBlank()),
		"description":          attribute.Text(attribute.Optional, "Description of the widget."),
		"tab":                  attribute.Movable(attribute.Text(attribute.Required, "Identifier of the tab to which the widget belongs.", attribute.Parent())),
		"type":                 attribute.Text(attribute.Required, "Type of the widget, for example `timeseries`, `line`, `bar`, `bargauge`, `gauge`, `stat`, `table`, `histogram`, `text`, `image`, `alertlist`, `alertevents`, `assetlist`, `actionlist` or `commandlist`.", attribute.NotBlank()),
		"collection":           attribute.Text(attribute.Optional, "Collection that the widget belongs to."),
		"chart_items":          attribute.List(attribute.Optional, "Items (variables) shown in the chart.", chartItem()),
		"value_mappings":       attribute.List(attribute.Optional, "Texts shown instead of values.", valueMapping()),
		"thresholds":           attribute.List(attribute.Optional, "Values from which on another color is shown.", widgetThreshold()),
		"refresh_interval":     attribute.TextOrNumber("How often the widget is refreshed: a text such as `30s`, or a number.", attribute.Seconds(), attribute.RefreshInterval()),
		"timestamp_gte":        attribute.Text(attribute.Optional, "Start of the time range: an ISO 8601 time, or a relative text such as `now - 7d`.", attribute.Moment()),
		"timestamp_lte":        attribute.Text(attribute.Optional, "End of the time range: an ISO 8601 time, or a relative text such as `now`.", attribute.Moment()),
		"relative_window_time": attribute.TextOrNumber("Length of a time range that moves with the present: a text such as `1h`, or a number of seconds, above 0.", attribute.Seconds(), attribute.NumberText(attribute.Above(0).Usually())),
		"timezone":             attribute.Text(attribute.Optional, "Time zone in which times are shown, a name of the IANA database such as `UTC` or `Europe/Lisbon`.", attribute.Timezone()),
		"display_time_range":   attribute.Bool(attribute.Optional, "Whether the time range is displayed."),
		"labels_display":       attribute.Bool(attribute.Optional, "Whether labels are displayed."),
		"labels_aggregation":   attribute.Text(attribute.Optional, "Aggregation of the values that labels show; `avg` means `average`.", attribute.OneOf("last", "average", "min", "max", "sum").Also("avg", "average")),
		"labels_placement":     attribute.Text(attribute.Optional, "Placement of the labels.", attribute.OneOf("bottom", "right")),
		"height":               attribute.Number(attribute.Optional, "Height of the widget in rows of the tab's grid.", check.Rows()),
		"width":                attribute.Number(attribute.Optional, "Width of the widget in columns of the tab's grid, which has 20.", check.Columns()),
		"position_x":           attribute.Number(attribute.Optional, "Column of the tab's grid at which the widget begins.", check.FirstColumn()),
		"position_y":           attribute.Number(attribute.Optional, "Row of the tab's grid at which the widget begins.", check.FirstRow()),
		"min_height":           attribute.Number(attribute.Optional, "Least height of the widget in rows of the tab's grid.", check.Rows()),
		"min_width":            attribute.Number(attribute.Optional, "Least width of the widget in columns of the tab's grid.", check.Columns()),
	}
	maps.Copy(attributes, widgetDrawing())
	maps.Copy(attributes, widgetOfType())
	return Object{
		Name: "widget", Plural: "widgets",
		Summary:    "A widget (chart) shows measured and forecasted values in real time on a tab.",
		Collection: in(engine.Widgets),
		Attributes: attributes,
		Scope:      "tab",
		Parent:     "tab",
		Check:      checkWidget,
		Derived:    derivedFrom("chart_items"),
		Facts: lens.Facts{Defaults: itemDefaults("chart_items", map[string]any{
			"chart_items.query_limit": json.Number("10000"),
			"chart_items.hidden":      false,
		})},
	}
}

// checkWidget checks what concerns several attributes.
func checkWidget(config check.Value) {
	check.Place(config)
	check.TimeRange(config)
	check.Items(config.At("chart_items"))
	check.ValueMappings(config.At("value_mappings"))
	check.InOrder(config, "y_axis_min_limit", "y_axis_max_limit", true)
}

func chartItem() map[string]schema.Attribute {
	a := limitedItem()
	a["order"] = attribute.Integer("Position of the item in the chart, from 0.", attribute.AtLeast(0).UsuallyWithin())
	a["color"] = attribute.Text(attribute.Optional, "Color of the item: a name, or `#` and hexadecimal digits, for example `#1f77b4`.", attribute.Color())
	a["hidden"] = attribute.Bool(attribute.Optional, "Whether the item is calculated and not shown. The engine's default is `false`.")
	return attribute.WithExtra(a)
}

func widgetThreshold() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"value":        attribute.Number(attribute.Required, "Value at which the threshold lies."),
		"color":        attribute.Text(attribute.Optional, "Color of the threshold: a name, or `#` and hexadecimal digits, for example `#1f77b4`.", attribute.Color()),
		"display_text": attribute.Text(attribute.Optional, "Text that is shown for the threshold."),
	})
}

// widgetDrawing has the attributes that say how axes, lines and numbers of a chart are drawn. Interface section 2.3 accepts
// them on update only; the client sends them after a create that refuses them.
func widgetDrawing() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"show_beyond_data":         attribute.Bool(attribute.Optional, "Whether the chart goes on beyond the time range of its data."),
		"y_axis_min_limit":         attribute.Number(attribute.Optional, "Least value of the y axis."),
		"y_axis_max_limit":         attribute.Number(attribute.Optional, "Greatest value of the y axis."),
		"y_axis_unit":              attribute.Text(attribute.Optional, "Unit shown at the y axis, for example `°C`."),
		"x_axis_format":            attribute.Text(attribute.Optional, "Format of the times at the x axis, for example `MM-dd HH:mm`."),
		"x_axis_auto_skip":         attribute.Bool(attribute.Optional, "Whether ticks of the x axis are left out where they would overlap."),
		"x_axis_max_ticks_limit":   attribute.Number(attribute.Optional, "Most ticks that the x axis shows.", attribute.AtLeast(1).Usually()),
		"hide_x_tick":              attribute.Bool(attribute.Optional, "Whether the ticks of the x axis are hidden."),
		"hide_y_tick":              attribute.Bool(attribute.Optional, "Whether the ticks of the y axis are hidden."),
		"hide_y_grid":              attribute.Bool(attribute.Optional, "Whether the grid lines of the y axis are hidden."),
		"number_of_decimals":       attribute.Number(attribute.Optional, "Digits shown after the decimal point, 0 to 20.", attribute.Between(0, 20).Usually()),
		"line_interpolation_style": attribute.Text(attribute.Optional, "How points are joined to a line, for example `rounded`, `rect` or `squared`.", attribute.ListedWords("rounded", "rect", "squared")),
		"fill":                     attribute.Bool(attribute.Optional, "Whether the area under a line is filled."),
		"show_line":                attribute.Bool(attribute.Optional, "Whether points are joined by a line."),
		"timeseries_type":          attribute.Text(attribute.Optional, "How a time series is drawn, for example `line` or `bar`.", attribute.ListedWords("line", "bar")),
	}
}

// widgetOfType has the attributes that only some types of widgets have (wire shapes section 4). The list of types is open,
// so an attribute is accepted for every type.
func widgetOfType() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"orientation":              attribute.Text(attribute.Optional, "Of bars and gauges: direction, for example `horizontal` or `vertical`.", attribute.ListedWords("horizontal", "vertical")),
		"max_limit":                attribute.Number(attribute.Optional, "Of gauges: greatest value of the scale."),
		"border":                   attribute.Bool(attribute.Optional, "Of a `stat` widget: whether a border is drawn."),
		"bucket_count":             attribute.Integer("Of a `histogram`: number of buckets.", attribute.AtLeast(1).UsuallyWithin()),
		"bucket_size":              attribute.Integer("Of a `histogram`: size of a bucket.", attribute.AtLeast(1).UsuallyWithin()),
		"histogram_type":           attribute.Text(attribute.Optional, "Of a `histogram`: kind of its values, for example `numerical` or `categorical`.", attribute.ListedWords("numerical", "categorical")),
		"sorting":                  attribute.Text(attribute.Optional, "Of a `histogram`: order of the categories, for example `alphabetical` or `count`.", attribute.ListedWords("alphabetical", "count")),
		"stacked":                  attribute.Bool(attribute.Optional, "Of a `histogram`: whether the bars are stacked."),
		"categories_top_max_limit": attribute.Integer("Of a `histogram`: most categories that are shown.", attribute.AtLeast(1).UsuallyWithin()),
		"text":                     attribute.Text(attribute.Optional, "Of a `text` widget: the text."),
		"image_url":                attribute.Text(attribute.Optional, "Of an `image` widget: address of the image."),
		"image_file":               attribute.Text(attribute.Optional, "Of an `image` widget: file of the image, as the engine names it."),
		"filter_name":              attribute.Text(attribute.Optional, "Of list widgets: only objects with this in their names."),
		"filter_asset_name":        attribute.Text(attribute.Optional, "Of an `actionlist` widget: only actions of assets with this in their names."),
		"filter_status":            attribute.Texts("Of `alertlist` and `assetlist` widgets: only objects with one of these statuses."),
		"filter_old_status":        attribute.Texts("Of an `alertevents` widget: only events that left one of these statuses."),
		"filter_new_status":        attribute.Texts("Of an `alertevents` widget: only events that reached one of these statuses."),
		"alert_list_type":          attribute.Text(attribute.Optional, "Of an `alertlist` widget: form of the list."),
		"asset_list_type":          attribute.Text(attribute.Optional, "Of an `assetlist` widget: form of the list."),
		"action_list_type":         attribute.Text(attribute.Optional, "Of an `actionlist` widget: form of the list."),
		"command_list_type":        attribute.Text(attribute.Optional, "Of a `commandlist` widget: form of the list."),
	}
}
