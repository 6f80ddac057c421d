// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// World contains everything that widgets can show: recorded data, the current time, and the alerts, events and assets for list widgets.
type World struct {
	rehearsal.Recording

	Now    time.Time
	Notes  []string // added to every panel that shows data, such as "sample data"
	Alerts []AlertRow
	Events []EventRow
	Assets []string
}

// widget holds the attributes of a widget or an alert, and the Panel that is being built from them.
type widget struct {
	attributes
	world    World
	size     Size
	span     span
	zone     *time.Location
	format   numberFormat
	mappings mappings
	levels   []level
	items    []chartItem
	panel    Panel
}

type chartItem struct {
	ref, name, color string
	declared         bool // the item sets its own color
	hidden           bool
	values           rehearsal.ItemValues
}

// level is a threshold. Its color applies to values up to the next threshold.
type level struct {
	value       float64
	color, text string
}

// Widget returns the panel for a widget. document contains the widget's attributes, from an engine's response or from a Terraform resource,
// and size is the area below the title. Widget never fails. Instead, Panel.Problems lists whatever Widget can't render.
func (w World) Widget(ctx context.Context, document map[string]any, size Size) (p Panel) {
	v := &widget{attributes: maps.Clone(document), world: w, size: size}
	v.panel = Panel{Title: v.text("name"), Description: v.text("description"), Decimals: -1}
	defer func() {
		if failure := recover(); failure != nil {
			p = Panel{Kind: Text, Title: v.panel.Title, Problems: []string{fmt.Sprintf("this widget can't be rendered: %v", failure)}}
		}
	}()
	v.readOptions()
	v.readItems(ctx)
	v.showByType()
	v.panel.Summary = v.summary()
	return v.panel
}

func (v *widget) showByType() {
	switch kind := v.word("type"); kind {
	case "timeseries", "line":
		v.showLines(v.word("timeseries_type") == "bar")
	case "bar":
		v.showBars()
	case "gauge":
		v.showValues(Gauge)
	case "bargauge":
		v.showValues(Meter)
	case "stat":
		v.showValues(Stat)
	case "histogram":
		v.showHistogram()
	case "table":
		v.showTable()
	case "text":
		v.showText(PlainText(v.attributes["text"], maxBody), "No text")
	case "image": // Show only the address, because a picture must not load other files.
		v.showText(cmp.Or(v.text("image_file"), v.text("image_url")), "No image")
		v.addNotes("an image, which is not fetched here")
	case "alertlist", "alertevents", "assetlist", "actionlist", "commandlist":
		v.showList(kind)
	default:
		v.showAttributes(kind)
	}
}

func (v *widget) addProblems(messages ...string) {
	for _, message := range messages {
		if message != "" && len(v.panel.Problems) < maxItems {
			v.panel.Problems = append(v.panel.Problems, PlainText(message, 400))
		}
	}
}

func (v *widget) addNotes(notes ...string) { v.panel.Notes = append(v.panel.Notes, notes...) }

func (v *widget) readOptions() {
	isUnknown := func(name string) bool {
		return v.attributes[name] == rehearsal.NotKnown && name != "id" && name != "tab"
	}
	for _, name := range v.noteAttributes("known after apply: ", isUnknown) {
		delete(v.attributes, name)
	}
	v.noteSensitive()
	var problem string
	v.span, problem = v.timeRange(v.world.Now)
	v.addProblems(problem)
	v.zone, problem = v.attributes.zone()
	v.addProblems(problem)
	v.panel.Zone = v.zone.String()
	v.format = numberFormat{decimals: -1, unit: PlainText(v.attributes["y_axis_unit"], 30)}
	if n, ok := v.number("number_of_decimals"); ok && n >= 0 && n <= 20 {
		v.format.decimals = int(n)
	}
	v.panel.Decimals = v.format.decimals
	var problems []string
	v.mappings, problems = readMappings(v.elements("value_mappings", maxMappings))
	v.addProblems(problems...)
	for i, t := range v.elements("thresholds", maxThresholds) {
		n, ok := t.number("value")
		if !ok {
			continue
		}
		color, ok := ParseColor(t.text("color"))
		if !ok {
			color = thresholdColor(i)
		}
		v.levels = append(v.levels, level{n, color, t.text("display_text")})
	}
	sortLevels(v.levels)
	if v.isTrue("display_time_range") {
		v.panel.Corner = v.span.label(v.zone)
	}
	if every := PlainText(v.attributes["refresh_interval"], 20); every != "" {
		if _, isNumber := Number(every); isNumber {
			every += " s"
		}
		v.panel.Corner = strings.TrimPrefix(v.panel.Corner+", every "+every, ", ")
	}
}

// noteAttributes returns the names of the attributes that satisfy the given condition. If there are any, it adds a note that lists them.
func (v *widget) noteAttributes(words string, matches func(name string) bool) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(v.attributes)) {
		if matches(name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		v.addNotes(words + strings.Join(names, ", "))
	}
	return names
}

// noteSensitive adds a note that lists the attributes with sensitive values. The picture omits these values: it has no lines for sensitive
// thresholds, no sensitive axis limits, and no values of items with sensitive fields.
func (v *widget) noteSensitive() {
	v.noteAttributes("sensitive: ", func(name string) bool { return hasSensitive(v.attributes[name]) })
}

func hasSensitive(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasSensitive)
	case []any:
		return slices.ContainsFunc(value, hasSensitive)
	}
	return value == rehearsal.SensitiveText
}

func sortLevels(levels []level) {
	slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.value, b.value) })
}

func (v *widget) readItems(ctx context.Context) {
	list, _ := v.attributes["chart_items"].([]any)
	if len(list) > maxItems {
		v.addProblems(fmt.Sprintf("only the first %d of %d chart_items are drawn", maxItems, len(list)))
	}
	list = slices.DeleteFunc(slices.Clone(list[:min(len(list), maxItems)]), hasSensitive)
	chart := rehearsal.CompileChart(list, v.world.Recording)
	values := chart.Values(ctx, v.world.Data, v.span.from, v.span.until)
	v.addProblems(chart.Problems()...)
	position := map[string]float64{}
	for i, element := range v.elements("chart_items", maxItems) {
		item := chartItem{ref: element.text("ref_id"), name: element.text("label"), hidden: element.isTrue("hidden")}
		item.values = values[item.ref]
		if err := item.values.Err; err != "" && len(chart.Problems()) == 0 {
			v.addProblems(fmt.Sprintf("chart_items[%s] %s", strconv.Quote(item.ref), err))
		}
		item.name = cmp.Or(item.name, defaultName(element), item.ref)
		item.color, item.declared = ParseColor(element.text("color"))
		position[item.ref] = float64(i)
		if n, ok := element.number("order"); ok {
			position[item.ref] = n
		}
		v.items = append(v.items, item)
	}
	slices.SortStableFunc(v.items, func(a, b chartItem) int { return cmp.Compare(position[a.ref], position[b.ref]) })
	for i := range v.items {
		if !v.items[i].declared {
			v.items[i].color = paletteColor(i)
		}
	}
}

// defaultName returns the name to display for an item without a label: the names of its asset and attribute, or else its expression.
func defaultName(element attributes) string {
	var names []string
	for _, filter := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
		members, _ := element[filter].(map[string]any)
		reference := attributes(members)
		if name := cmp.Or(reference.text("name"), reference.text("id")); name != "" && name != rehearsal.NotKnown {
			names = append(names, name)
		}
	}
	return cmp.Or(strings.Join(names, " "), element.text("expression"))
}

func (v *widget) showText(content, otherwise string) {
	if v.panel.Kind, v.panel.Body = Text, content; content == "" {
		v.panel.Empty = otherwise
	}
}

func (v *widget) visibleItems() []chartItem {
	return slices.DeleteFunc(slices.Clone(v.items), func(i chartItem) bool { return i.hidden })
}

// displayText formats a value for display: as its label from value_mappings, as a number with its unit, or as the string itself. For an
// empty or missing value, it returns a dash.
func (v *widget) displayText(value any) string {
	if label, ok := v.mappings.label(value); ok {
		return label
	}
	if n, ok := value.(float64); ok {
		return v.format.text(n)
	}
	return cmp.Or(PlainText(value, maxName), "–")
}

// reachedLevel returns the highest threshold that n reaches.
func (v *widget) reachedLevel(n float64) (reached level, ok bool) {
	for _, l := range v.levels {
		if n >= l.value {
			reached, ok = l, true
		}
	}
	return reached, ok
}

// If no item has a value, showNoData returns true, and sets Panel.Empty to the reason. Otherwise, it adds World.Notes, such as "sample
// data", to the picture.
func (v *widget) showNoData(items []chartItem) bool {
	for _, item := range items {
		if len(item.values.Points) > 0 || item.values.Constant != nil {
			v.addNotes(v.world.Notes...)
			return false
		}
	}
	v.panel.Empty = "No data"
	if len(v.items) == 0 {
		v.panel.Empty = "No data: there are no chart_items"
	}
	return true
}
