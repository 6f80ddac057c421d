// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// widget returns the attributes, checks and URL path of widgets (interface document, section 2.3, and section 4 of "Wire shapes").
func widget() Object {
	attributes := map[string]schema.Attribute{
		"name":        attribute.RequiredString("Name of the widget.", attribute.WarnBlank()),
		"description": attribute.String("Description of the widget."),
		"tab": attribute.Movable(attribute.RequiredString("Identifier of the tab to which the widget belongs.",
			attribute.Parent())),
		"type": attribute.RequiredString("Type of the widget, for example `timeseries`, `line`, `bar`, `bargauge`, `gauge`, "+
			"`stat`, `table`, `histogram`, `text`, `image`, `alertlist`, `alertevents`, `assetlist`, `actionlist` or `commandlist`.",
			attribute.WarnBlank(), attribute.Known(widgetTypeNames()...)),
		"collection":     attribute.String("Collection to which the widget belongs."),
		"chart_items":    attribute.List("Items (variables) shown in the chart.", chartItem()),
		"value_mappings": attribute.List("Strings that are shown instead of values.", valueMapping()),
		"thresholds":     attribute.List("Values at which the color changes.", widgetThreshold()),
		"refresh_interval": attribute.StringOrNumber("How often the widget is refreshed: a string such as `30s`, or a number.",
			attribute.Seconds(), attribute.RefreshInterval()),
		"timestamp_gte": attribute.String("Start of the time range: an ISO 8601 time, or a relative time such as `now - 7d`.",
			attribute.Timestamp()),
		"timestamp_lte": attribute.String("End of the time range: an ISO 8601 time, or a relative time such as `now`.", attribute.Timestamp()),
		"relative_window_time": attribute.StringOrNumber("Length of a time range that ends now: a string such as `1h`, or a number of seconds "+
			"above 0.", attribute.Seconds(), attribute.NumberString{NumberRange: attribute.Above(0).Usually()}),
		"timezone": attribute.String("Time zone in which times are shown, a name of the IANA database such as `UTC` or "+
			"`Europe/Lisbon`.", attribute.Timezone()),
		"display_time_range": attribute.Bool("Whether the time range is displayed."),
		"labels_display":     attribute.Bool("Whether labels (the legend) are displayed."),
		"labels_aggregation": attribute.String("How the values of an item become the one value that is shown, for "+
			"example in its label. `avg` means `average`.",
			attribute.OneOf("last", "average", "min", "max", "sum").Also("avg", "average")),
		"labels_placement": attribute.String("Placement of the labels.", attribute.OneOf("bottom", "right")),
		"height":           attribute.Number("Height of the widget in rows of the tab's grid.", check.Rows()),
		"width":            attribute.Number("Width of the widget in columns of the tab's grid, which has 20.", check.Columns()),
		"position_x":       attribute.Number("Column of the tab's grid at which the widget begins.", check.FirstColumn()),
		"position_y":       attribute.Number("Row of the tab's grid at which the widget begins.", check.FirstRow()),
		"min_height":       attribute.Number("Minimum height of the widget in rows of the tab's grid.", check.Rows()),
		"min_width":        attribute.Number("Minimum width of the widget in columns of the tab's grid.", check.Columns()),
	}
	maps.Copy(attributes, widgetDrawing())
	maps.Copy(attributes, widgetOfType())
	return Object{
		Name: "widget", Plural: "widgets",
		Summary:    "A widget shows data on a tab of a dashboard, as a chart, table, list, text or image.",
		Collection: always(engine.Widgets),
		Attributes: attributes,
		Sections:   widgetSections(),
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

func widgetSections() []Section {
	return []Section{
		{"What it is", []string{"name", "tab", "type", "description", "collection"}},
		{"Values", []string{"chart_items", "thresholds", "value_mappings", "number_of_decimals"}},
		{"Time", []string{
			"timestamp_gte", "timestamp_lte", "relative_window_time", "timezone", "refresh_interval",
			"display_time_range",
		}},
		{"Layout", []string{"position_x", "position_y", "width", "height", "min_width", "min_height"}},
		{"Axes", []string{
			"y_axis_unit", "y_axis_min_limit", "y_axis_max_limit", "hide_y_tick", "hide_y_grid", "x_axis_format", "x_axis_auto_skip",
			"x_axis_max_ticks_limit", "hide_x_tick",
		}},
		{"Lines", []string{"timeseries_type", "line_interpolation_style", "show_line", "fill", "show_beyond_data"}},
		{"Labels", []string{"labels_display", "labels_placement", "labels_aggregation"}},
		{"Bars, gauges and values", []string{"orientation", "stacked", "max_limit", "border"}},
		{"Histograms", []string{
			"histogram_type", "bucket_count", "bucket_size", "categories_top_max_limit", "sorting",
		}},
		{"Texts and images", []string{"text", "image_url", "image_file"}},
		{"Lists", []string{
			"filter_name", "filter_asset_name", "filter_status", "filter_old_status", "filter_new_status", "alert_list_type", "asset_list_type",
			"action_list_type", "command_list_type",
		}},
	}
}

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
	a["color"] = attribute.String("Color of the item: a name, or `#` and hexadecimal digits, for example `#1f77b4`.", attribute.Color())
	a["hidden"] = attribute.Bool("Whether the item is hidden. A hidden item is calculated but not shown. The engine's default is `false`.")
	return attribute.WithExtra(a)
}

func widgetThreshold() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"value": attribute.RequiredNumber("Value of the threshold."),
		"color": attribute.String("Color of the threshold: a name, or `#` and hexadecimal digits, for example `#1f77b4`.",
			attribute.Color()),
		"display_text": attribute.String("Text that is shown for the threshold."),
	})
}

// widgetDrawing returns attributes that determine how a chart is drawn. The interface document (section 2.3) allows them only in updates.
func widgetDrawing() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"show_beyond_data":       attribute.Bool("Whether the chart continues beyond the time range of its data."),
		"y_axis_min_limit":       attribute.Number("Minimum value of the y axis."),
		"y_axis_max_limit":       attribute.Number("Maximum value of the y axis."),
		"y_axis_unit":            attribute.String("Unit shown at the y axis, for example `°C`."),
		"x_axis_format":          attribute.String("Format of the times at the x axis, for example `MM-dd HH:mm`."),
		"x_axis_auto_skip":       attribute.Bool("Whether ticks of the x axis are left out where they would overlap."),
		"x_axis_max_ticks_limit": attribute.Number("Maximum number of ticks of the x axis.", attribute.AtLeast(1).Usually()),
		"hide_x_tick":            attribute.Bool("Whether the ticks of the x axis are hidden."),
		"hide_y_tick":            attribute.Bool("Whether the ticks of the y axis are hidden."),
		"hide_y_grid":            attribute.Bool("Whether the grid lines of the y axis are hidden."),
		"number_of_decimals":     attribute.Number("Digits shown after the decimal point, 0 to 20.", attribute.Between(0, 20).Usually()),
		"line_interpolation_style": attribute.String("How points are joined to a line, for example `rounded`, `rect` or `squared`.",
			attribute.ListedWords("rounded", "rect", "squared")),
		"fill":      attribute.Bool("Whether the area under a line is filled."),
		"show_line": attribute.Bool("Whether points are joined by a line."),
		"timeseries_type": attribute.String("How a time series is drawn, for example `line` or `bar`.",
			attribute.ListedWords("line", "bar")),
	}
}

// widgetOfType returns the attributes that only some widget types use (interface document, section 4 of "Wire shapes"). The provider
// accepts them for every type, because not all types are documented.
func widgetOfType() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"orientation": attribute.String("For bars and gauges: direction, for example `horizontal` or `vertical`.",
			attribute.ListedWords("horizontal", "vertical")),
		"max_limit":    attribute.Number("For gauges: maximum value of the scale."),
		"border":       attribute.Bool("For a `stat` widget: whether a border is drawn."),
		"bucket_count": attribute.Integer("For a `histogram`: number of buckets.", attribute.AtLeast(1).UsuallyWithin()),
		"bucket_size":  attribute.Integer("For a `histogram`: size of a bucket.", attribute.AtLeast(1).UsuallyWithin()),
		"histogram_type": attribute.String("For a `histogram`: kind of its values, for example `numerical` or `categorical`.",
			attribute.ListedWords("numerical", "categorical")),
		"sorting": attribute.String("For a `histogram`: order of the categories, for example `alphabetical` or `count`.",
			attribute.ListedWords("alphabetical", "count")),
		"stacked": attribute.Bool("For bars and histograms: whether the bars are stacked."),
		"categories_top_max_limit": attribute.Integer("For a `histogram`: maximum number of categories that are shown.",
			attribute.AtLeast(1).UsuallyWithin()),
		"text":              attribute.String("For a `text` widget: the text."),
		"image_url":         attribute.String("For an `image` widget: address of the image."),
		"image_file":        attribute.String("For an `image` widget: file of the image, as the engine names it."),
		"filter_name":       attribute.String("For list widgets: only objects whose name contains this string."),
		"filter_asset_name": attribute.String("For an `actionlist` widget: only actions of assets whose name contains this string."),
		"filter_status":     attribute.Strings("For `alertlist` and `assetlist` widgets: only objects with one of these statuses."),
		"filter_old_status": attribute.Strings("For an `alertevents` widget: only events whose old status is one of these."),
		"filter_new_status": attribute.Strings("For an `alertevents` widget: only events whose new status is one of these."),
		"alert_list_type":   attribute.String("For an `alertlist` widget: form of the list."),
		"asset_list_type":   attribute.String("For an `assetlist` widget: form of the list."),
		"action_list_type":  attribute.String("For an `actionlist` widget: form of the list."),
		"command_list_type": attribute.String("For a `commandlist` widget: form of the list."),
	}
}

// valueMapping returns the attributes of an element of value_mappings (interface document, section 4 of "Wire shapes").
func valueMapping() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"type": attribute.String("Which values are mapped: `exact_match` the value `match_value`, `range` the values from "+
			"`range_start` to `range_end`, `regex` the values that match `regular_expression`. If it is not declared, the type follows from the "+
			"declared attribute.", attribute.OneOf("exact_match", "range", "regex").OrEmpty()),
		"order":              attribute.Integer("Position of the mapping among the mappings, from 0.", attribute.AtLeast(0).UsuallyWithin()),
		"display_text":       attribute.String("Text that is shown instead of the value."),
		"match_value":        attribute.String("For `exact_match`: the value."),
		"range_start":        attribute.Number("For `range`: the minimum value."),
		"range_end":          attribute.Number("For `range`: the maximum value."),
		"regular_expression": attribute.String("For `regex`: the regular expression."),
	})
}
