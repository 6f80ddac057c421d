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

// table reads the table of attributes in templates/guides/draw.md. It maps each attribute to its second column, such as "drawn".
func table(t *testing.T) map[string]string {
	t.Helper()
	guide, err := os.ReadFile("../../../templates/guides/draw.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	row := regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\| (drawn|shown as text|not drawn) \\|")
	for _, found := range row.FindAllStringSubmatch(string(guide), -1) {
		rows[found[1]] = found[2]
	}
	return rows
}

func TestGuideListsEachAttributeOfAWidget(t *testing.T) {
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

// changes contains a line for each attribute of a widget: the name of the attribute, the name of a test widget (in package drawingtest or
// ownWidgets), and a new value of the attribute as JSON. For an attribute of list elements, such as chart_items.label, the test changes the
// first element.
const changes = `
name                               gauge       "Different"
description                        gauge       "Different"
type                               gauge       "stat"
collection                         gauge       "x"
chart_items                        gauge       [{"ref_id": "A", "type": "QUERY", "label": "x"}]
value_mappings                     gauge       [{"match_value": "x"}, {"range_start": 0, "display_text": "High"}]
thresholds                         gauge       [{"value": 1}]
refresh_interval                   gauge       "1h"
timestamp_gte                      timeseries  "now - 2h"
timestamp_lte                      timeseries  "now - 2h"
relative_window_time               stack       "1h"
timezone                           timeseries  "Asia/Tokyo"
display_time_range                 stack       true
labels_display                     timeseries  false
labels_aggregation                 timeseries  "sum"
labels_placement                   timeseries  "right"
show_beyond_data                   timeseries  false
y_axis_min_limit                   gauge       -10
y_axis_max_limit                   timeseries  100
y_axis_unit                        timeseries  "Pa"
x_axis_format                      timeseries  "HH"
x_axis_auto_skip                   timeseries  false
x_axis_max_ticks_limit             timeseries  2
hide_x_tick                        timeseries  true
hide_y_tick                        timeseries  true
hide_y_grid                        timeseries  true
number_of_decimals                 gauge       4
line_interpolation_style           timeseries  "squared"
fill                               timeseries  true
show_line                          timeseries  false
timeseries_type                    timeseries  "bar"
orientation                        bargauge    "vertical"
max_limit                          gauge       20
border                             numbers     true
bucket_count                       histogram   3
bucket_size                        histogram   2
histogram_type                     histogram   "categorical"
sorting                            categories  "alphabetical"
stacked                            bar         true
categories_top_max_limit           categories  1
text                               text        "x"
image_url                          image       "x"
image_file                         image       "x"
filter_name                        alertlist   "x"
filter_asset_name                  actionlist  "x"
filter_status                      alertlist   ["no_data"]
filter_old_status                  alertevents ["x"]
filter_new_status                  alertevents ["x"]
alert_list_type                    alertlist   "x"
asset_list_type                    assetlist   "x"
action_list_type                   actionlist  "x"
command_list_type                  actionlist  "x"
chart_items.ref_id                 nameless    "X"
chart_items.type                   rows        "METADATA"
chart_items.label                  rows        "X"
chart_items.order                  rows        9
chart_items.color                  timeseries  "red"
chart_items.hidden                 rows        true
chart_items.expression             expression  "7"
chart_items.expression_plain       expression  "{\"$function\": {\"body\": \"function () { return 7 }\", \"args\": [], \"lang\": \"js\"}}"
chart_items.query_filter_asset     rows        {"id": "pump-2"}
chart_items.query_filter_attribute rows        {"id": "flow"}
chart_items.query_filter_metadata  table       {"id": "x"}
chart_items.query_plain            rows        "[{\"$match\": {\"asset\": \"pump-2\", \"attribute\": \"flow\"}}]"
chart_items.query_group_unit       grouped     "hour"
chart_items.query_group_function   bar         "max"
chart_items.query_sort_field       limited     "value"
chart_items.query_sort_direction   limited     1
chart_items.query_limit            rows        2
chart_items.extra                  rows        "{\"a\": 1}"
value_mappings.type                ordered     "range"
value_mappings.order               ordered     9
value_mappings.display_text        ordered     "X"
value_mappings.match_value         ordered     "X"
value_mappings.range_start         ranged      1e6
value_mappings.range_end           ranged      -1e6
value_mappings.regular_expression  matched     "^X"
value_mappings.extra               stat        "{\"a\": 1}"
thresholds.value                   timeseries  1
thresholds.color                   timeseries  "blue"
thresholds.display_text            timeseries  "X"
thresholds.extra                   timeseries  "{\"a\": 1}"
`

// ownWidgets contains widgets that only this test needs.
const ownWidgets = `{
	"nameless": {"type": "table", "chart_items": [{"ref_id": "A", "type": "METADATA"}]},
	"expression": {"type": "stat", "chart_items": [{"ref_id": "A", "type": "EXPRESSION", "label": "x", "expression": "5"}]},
	"grouped": {"type": "table", "chart_items": [{"ref_id": "A", "type": "QUERY", "query_group_unit": "day", "query_group_function": "avg",
		"query_filter_asset": {"id": "pump-1"}, "query_filter_attribute": {"id": "flow"}}]},
	"limited": {"type": "table", "chart_items": [{"ref_id": "A", "type": "QUERY", "query_limit": 3,
		"query_filter_asset": {"id": "pump-1"}, "query_filter_attribute": {"id": "flow"}}]},
	"ordered": {"type": "stat", "chart_items": [
		{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump-1"}, "query_filter_attribute": {"id": "state"}}
	], "value_mappings": [
		{"type": "exact_match", "match_value": "E17", "display_text": "one", "order": 0},
		{"match_value": "E17", "display_text": "two", "order": 1}
	]},
	"ranged": {"type": "stat", "chart_items": [{"ref_id": "A", "type": "METADATA", "query_filter_asset": {"id": "pump-1"},
		"query_filter_metadata": {"id": "rated"}}], "value_mappings": [{"range_start": 0, "range_end": 1e5, "display_text": "x"}]},
	"matched": {"type": "stat", "chart_items": [{"ref_id": "A", "type": "METADATA", "query_filter_asset": {"id": "pump-1"},
		"query_filter_metadata": {"id": "rated"}}], "value_mappings": [{"regular_expression": "^[0-9]", "display_text": "x"}]}
}`

func decoded[T any](t *testing.T, encoded string) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(encoded), &value); err != nil {
		t.Fatal(encoded, err)
	}
	return value
}

type change struct {
	widget string
	value  any
}

func readChanges(t *testing.T) map[string]change {
	t.Helper()
	all := map[string]change{}
	for line := range strings.Lines(strings.TrimSpace(changes)) {
		name, rest, _ := strings.Cut(line, " ")
		widget, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if _, twice := all[name]; twice {
			t.Errorf("%s has two rows", name)
		}
		all[name] = change{widget, decoded[any](t, value)}
	}
	return all
}

// widgets returns new copies of all widgets.
func widgets(t *testing.T) map[string]map[string]any {
	t.Helper()
	all := decoded[map[string]map[string]any](t, ownWidgets)
	maps.Copy(all, drawingtest.Widgets())
	return all
}

// TestAttributesChangeThePanelAsTheGuideSays checks that changing an attribute changes the panel, unless the table in draw.md describes the
// attribute as "not drawn".
func TestAttributesChangeThePanelAsTheGuideSays(t *testing.T) {
	t.Parallel()
	all := readChanges(t)
	inSheet := []string{"tab", "height", "width", "position_x", "position_y", "min_height", "min_width"} // package sheet tests them
	for name, how := range table(t) {
		c, ok := all[name]
		if !ok && !slices.Contains(inSheet, name) {
			t.Errorf("no change of %s is tested", name)
		}
		if !ok {
			continue
		}
		before, after := widgets(t)[c.widget], widgets(t)[c.widget]
		changed := after
		if list, member, nested := strings.Cut(name, "."); nested {
			elements, _ := after[list].([]any)
			changed, _ = elements[0].(map[string]any)
			name = member
		}
		changed[name] = c.value
		if differs := panelOf(t, before) != panelOf(t, after); differs != (how != "not drawn") {
			t.Errorf("%s of %s is %s, but a change makes a difference: %t", name, c.widget, how, differs)
		}
	}
}

// TestAttributesOfAWidgetTypeChangeItsPanel checks that each attribute of a widget type changes the panel of a widget of that type. It
// skips attributes that the guide calls "not drawn", and the time range, which hardly affects a widget with a single value.
func TestAttributesOfAWidgetTypeChangeItsPanel(t *testing.T) {
	t.Parallel()
	all, left := readChanges(t), []string{"timestamp_gte", "timestamp_lte", "relative_window_time", "chart_items"}
	for _, kind := range catalog.WidgetTypes() {
		widgets := append(slices.Collect(maps.Values(drawingtest.Widgets())), map[string]any{"type": kind.Names[0]})
		for _, name := range kind.Attributes {
			if table(t)[name] == "not drawn" || slices.Contains(left, name) {
				continue
			}
			if !slices.ContainsFunc(widgets, func(widget map[string]any) bool {
				typeName, _ := widget["type"].(string)
				after := maps.Clone(widget)
				after[name] = all[name].value
				return slices.Contains(kind.Names, typeName) && panelOf(t, widget) != panelOf(t, after)
			}) {
				t.Errorf("%s makes no difference to a widget of type %v", name, kind.Names)
			}
		}
	}
}

func panelOf(t *testing.T, widget map[string]any) string {
	t.Helper()
	encoded, err := json.Marshal(drawingtest.World().Widget(t.Context(), widget, panel.Size{Width: 600, Height: 240}))
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
