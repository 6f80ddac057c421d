// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// table returns the second column of the table of attributes in templates/guides/draw.md, such as "drawn", for each attribute.
func table(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../templates/guides/draw.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\| (drawn|shown as text|not drawn) \\|").FindAllStringSubmatch(string(text),
		-1) {
		rows[row[1]] = row[2]
	}
	return rows
}

func TestGuide(t *testing.T) {
	t.Parallel()
	var want []string
	for _, object := range catalog.Objects() {
		if object.Name != "widget" {
			continue
		}
		for name, a := range object.Attributes {
			want = append(want, name)
			if list, ok := a.(schema.ListNestedAttribute); ok {
				for member := range list.NestedObject.Attributes {
					want = append(want, name+"."+member)
				}
			}
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(table(t)))); diff != "" {
		t.Errorf("-catalog +guide:\n%s", diff)
	}
}

// change gives an attribute of a widget another value. With this value, the widget must look different.
type change struct {
	widget string // of drawingtest
	value  any
}

// changes returns, for each widget attribute that this package reads, another value with which the widget must look different.
func changes() map[string]change {
	all := map[string]change{}
	for _, group := range []map[string]change{commonChanges(), axisChanges(), typeChanges(), listChanges()} {
		maps.Copy(all, group)
	}
	return all
}

// commonChanges are those of attributes that all types of widgets have.
func commonChanges() map[string]change {
	item := drawingtest.Item("A", "pump-1", "pressure")
	item["label"] = "x"
	return map[string]change{
		"name":        {"gauge", "Another"},
		"description": {"gauge", "Another"},
		"type":        {"gauge", "stat"},
		"collection":  {"gauge", "x"},
		"chart_items": {"gauge", []any{item}},
		"value_mappings": {"gauge", []any{
			map[string]any{"match_value": "x"}, map[string]any{"range_start": 0.0, "display_text": "High"},
		}},
		"thresholds":           {"gauge", []any{map[string]any{"value": 1.0}}},
		"refresh_interval":     {"gauge", "1h"},
		"timestamp_gte":        {"timeseries", "now - 2h"},
		"timestamp_lte":        {"timeseries", "now - 2h"},
		"relative_window_time": {"stack", "1h"},
		"timezone":             {"timeseries", "Asia/Tokyo"},
		"display_time_range":   {"stack", true},
		"labels_display":       {"timeseries", false},
		"labels_aggregation":   {"timeseries", "sum"},
		"labels_placement":     {"timeseries", "right"},
	}
}

// axisChanges are those of attributes for axes, lines and numbers.
func axisChanges() map[string]change {
	return map[string]change{
		"show_beyond_data":         {"timeseries", false},
		"y_axis_min_limit":         {"gauge", -10.0},
		"y_axis_max_limit":         {"timeseries", 100.0},
		"y_axis_unit":              {"timeseries", "Pa"},
		"x_axis_format":            {"timeseries", "HH"},
		"x_axis_auto_skip":         {"timeseries", false},
		"x_axis_max_ticks_limit":   {"timeseries", 2.0},
		"hide_x_tick":              {"timeseries", true},
		"hide_y_tick":              {"timeseries", true},
		"hide_y_grid":              {"timeseries", true},
		"number_of_decimals":       {"gauge", 4.0},
		"line_interpolation_style": {"timeseries", "squared"},
		"fill":                     {"timeseries", true},
		"show_line":                {"timeseries", false},
		"timeseries_type":          {"timeseries", "bar"},
	}
}

// typeChanges are those of attributes for only some types of widgets.
func typeChanges() map[string]change {
	return map[string]change{
		"orientation":              {"bargauge", "vertical"},
		"max_limit":                {"gauge", 20.0},
		"border":                   {"numbers", true},
		"bucket_count":             {"histogram", 3.0},
		"bucket_size":              {"histogram", 2.0},
		"histogram_type":           {"histogram", "categorical"},
		"sorting":                  {"categories", "alphabetical"},
		"stacked":                  {"bar", true},
		"categories_top_max_limit": {"categories", 1.0},
		"text":                     {"text", "x"},
		"image_url":                {"image", "x"},
		"image_file":               {"image", "x"},
	}
}

// listChanges are those of attributes for lists of alerts, events, assets, actions and commands.
func listChanges() map[string]change {
	return map[string]change{
		"filter_name":       {"alertlist", "x"},
		"filter_asset_name": {"actionlist", "x"},
		"filter_status":     {"alertlist", []any{"no_data"}},
		"filter_old_status": {"alertevents", []any{"x"}},
		"filter_new_status": {"alertevents", []any{"x"}},
		"alert_list_type":   {"alertlist", "x"},
		"asset_list_type":   {"assetlist", "x"},
		"action_list_type":  {"actionlist", "x"},
		"command_list_type": {"actionlist", "x"},
	}
}

// One attribute at a time gets another value. The panel must stay the same if draw.md calls the attribute "not drawn"; otherwise it must
// change.
func TestAttributes(t *testing.T) {
	t.Parallel()
	inSheet := []string{"tab", "height", "width", "position_x", "position_y", "min_height", "min_width"} // package sheet tests them
	for name, how := range table(t) {
		c, ok := changes()[name]
		switch {
		case strings.Contains(name, ".") || slices.Contains(inSheet, name):
			continue
		case !ok:
			t.Errorf("no change of %s is tested", name)
			continue
		}
		before := drawingtest.Widgets()[c.widget]
		after := maps.Clone(before)
		after[name] = c.value
		if differs := draw(t, before) != draw(t, after); differs != (how != "not drawn") {
			t.Errorf("%s is %s, but a change makes a difference: %t", name, how, differs)
		}
	}
}

// TestWidgetTypes checks that each attribute that the catalog lists for a type of widgets changes the drawing of a widget of this type. The
// attributes of the time range are left out: a widget with one value hardly shows them.
func TestWidgetTypes(t *testing.T) {
	t.Parallel()
	time := []string{"timestamp_gte", "timestamp_lte", "relative_window_time"}
	for _, kind := range catalog.WidgetTypes() {
		widgets := append(slices.Collect(maps.Values(drawingtest.Widgets())), map[string]any{"type": kind.Names[0]})
		for _, name := range kind.Attributes {
			if table(t)[name] == "not drawn" || slices.Contains(time, name) || name == "chart_items" {
				continue
			}
			c := changes()[name]
			if !slices.ContainsFunc(widgets, func(widget map[string]any) bool {
				typeName, _ := widget["type"].(string)
				after := maps.Clone(widget)
				after[name] = c.value
				return slices.Contains(kind.Names, typeName) && draw(t, widget) != draw(t, after)
			}) {
				t.Errorf("%s makes no difference to a widget of type %v", name, kind.Names)
			}
		}
	}
}

// This test is like TestAttributes, but for the attributes of list elements, such as chart_items.label.
func TestItemAttributes(t *testing.T) {
	t.Parallel()
	changes := map[string]change{
		"chart_items.ref_id":                 {"nameless", "X"},
		"chart_items.type":                   {"rows", "METADATA"},
		"chart_items.label":                  {"rows", "X"},
		"chart_items.order":                  {"rows", 9.0},
		"chart_items.color":                  {"timeseries", "red"},
		"chart_items.hidden":                 {"rows", true},
		"chart_items.expression":             {"expression", "7"},
		"chart_items.expression_plain":       {"expression", `{"$function": {"body": "function () { return 7 }", "args": [], "lang": "js"}}`},
		"chart_items.query_filter_asset":     {"rows", map[string]any{"id": "pump-2"}},
		"chart_items.query_filter_attribute": {"rows", map[string]any{"id": "flow"}},
		"chart_items.query_filter_metadata":  {"table", map[string]any{"id": "x"}},
		"chart_items.query_plain":            {"rows", `[{"$match": {"asset": "pump-2", "attribute": "flow"}}]`},
		"chart_items.query_group_unit":       {"grouped", "hour"},
		"chart_items.query_group_function":   {"bar", "max"},
		"chart_items.query_sort_field":       {"limited", "value"},
		"chart_items.query_sort_direction":   {"limited", 1.0},
		"chart_items.query_limit":            {"rows", 2.0},
		"chart_items.extra":                  {"rows", `{"a": 1}`},
		"value_mappings.type":                {"stat", "range"},
		"value_mappings.order":               {"ordered", 9.0},
		"value_mappings.display_text":        {"ordered", "X"},
		"value_mappings.match_value":         {"ordered", "X"},
		"value_mappings.range_start":         {"ranged", 1e6},
		"value_mappings.range_end":           {"ranged", -1e6},
		"value_mappings.regular_expression":  {"matched", "^X"},
		"value_mappings.extra":               {"stat", `{"a": 1}`},
		"thresholds.value":                   {"timeseries", 1.0},
		"thresholds.color":                   {"timeseries", "blue"},
		"thresholds.display_text":            {"timeseries", "X"},
		"thresholds.extra":                   {"timeseries", `{"a": 1}`},
	}
	changes["value_mappings.type"] = change{"ordered", "range"}
	for name, how := range table(t) {
		list, member, nested := strings.Cut(name, ".")
		if !nested {
			continue
		}
		c, ok := changes[name]
		if !ok {
			t.Errorf("no change of %s is tested", name)
			continue
		}
		before, after := widget(c.widget), widget(c.widget)
		elements, _ := after[list].([]any)
		element, _ := elements[0].(map[string]any)
		element[member] = c.value
		if differs := draw(t, before) != draw(t, after); differs != (how != "not drawn") {
			t.Errorf("%s is %s, but a change makes a difference: %t", name, how, differs)
		}
	}
}

// widget returns a widget by its name in TestItemAttributes. Widgets that drawingtest does not have are made here.
func widget(name string) map[string]any {
	flow := drawingtest.Item("A", "pump-1", "flow")
	stat := func(mapping map[string]any) map[string]any {
		return map[string]any{"type": "stat", "chart_items": []any{flow}, "value_mappings": []any{mapping}}
	}
	switch name {
	case "nameless":
		return map[string]any{"type": "table", "chart_items": []any{map[string]any{"ref_id": "A", "type": "METADATA"}}}
	case "expression":
		return map[string]any{"type": "stat", "chart_items": []any{map[string]any{
			"ref_id": "A", "type": "EXPRESSION", "label": "x",
			"expression": "5",
		}}}
	case "grouped":
		flow["query_group_unit"], flow["query_group_function"] = "day", "avg"
		return map[string]any{"type": "table", "chart_items": []any{flow}}
	case "limited":
		flow["query_limit"] = 3.0
		return map[string]any{"type": "table", "chart_items": []any{flow}}
	case "ordered":
		return map[string]any{"type": "stat", "chart_items": []any{drawingtest.Item("A", "pump-1", "state")}, "value_mappings": []any{
			map[string]any{"type": "exact_match", "match_value": "E17", "display_text": "one", "order": 0.0},
			map[string]any{"match_value": "E17", "display_text": "two", "order": 1.0},
		}}
	case "ranged":
		return stat(map[string]any{"range_start": 0.0, "range_end": 1e5, "display_text": "x"})
	case "matched":
		return stat(map[string]any{"regular_expression": "^[0-9]", "display_text": "x"})
	default:
		return drawingtest.Widgets()[name]
	}
}

func draw(t *testing.T, widget map[string]any) string {
	t.Helper()
	text, err := json.Marshal(drawingtest.World().Widget(t.Context(), widget, panel.Size{Width: 600, Height: 240}))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
