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

// World is what widgets show: the time, the data, and the alerts, events and assets for lists.
type World struct {
	rehearsal.Recording

	Now    time.Time
	Notes  []string // shown in every panel with data
	Alerts []AlertRow
	Events []EventRow
	Assets []string
}

// widget holds the attributes of a widget and the Panel that is being made of them.
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
	declared         bool // the color is declared
	hidden           bool
	values           rehearsal.ItemValues
}

// level is a threshold. Its color is used for all values from this threshold up to the next threshold.
type level struct {
	value       float64
	color, text string
}

// Widget describes what a widget shows. document has the attributes, from the engine's answer or from a Terraform resource. size is the
// room for the drawing below the title. Widget never fails: what can't be drawn is listed in Panel.Problems.
func (w World) Widget(ctx context.Context, document map[string]any, size Size) (p Panel) {
	v := &widget{attributes: maps.Clone(document), world: w, size: size}
	v.panel = Panel{Title: v.text("name"), Description: v.text("description"), Decimals: -1}
	defer func() {
		if failure := recover(); failure != nil {
			p = Panel{Kind: Text, Title: v.panel.Title, Problems: []string{fmt.Sprintf("this widget can't be drawn: %v", failure)}}
		}
	}()
	v.readCommon()
	v.readItems(ctx)
	v.draw()
	v.panel.Summary = v.summary()
	return v.panel
}

func (v *widget) draw() {
	switch kind := v.word("type"); kind {
	case "timeseries", "line":
		v.lines(v.word("timeseries_type") == "bar")
	case "bar":
		v.bars()
	case "gauge":
		v.scales(Gauge)
	case "bargauge":
		v.scales(Meter)
	case "stat":
		v.scales(Stat)
	case "histogram":
		v.histogram()
	case "table":
		v.table()
	case "text":
		v.panel.Kind, v.panel.Body = Text, PlainText(v.attributes["text"], mostBody)
		if v.panel.Body == "" {
			v.panel.Empty = "No text"
		}
	case "image":
		v.image()
	case "alertlist", "alertevents", "assetlist", "actionlist", "commandlist":
		v.list(kind)
	default:
		v.unknown(kind)
	}
}

func (v *widget) problem(text string) {
	if text != "" && len(v.panel.Problems) < mostItems {
		v.panel.Problems = append(v.panel.Problems, PlainText(text, 400))
	}
}

func (v *widget) readCommon() {
	if unknown := v.unknownAttributes(); len(unknown) > 0 {
		v.panel.Notes = append(v.panel.Notes, "known after apply: "+strings.Join(unknown, ", "))
	}
	v.noteSensitive()
	var problem string
	v.span, problem = v.timeRange(v.world.Now)
	v.problem(problem)
	v.zone, problem = v.attributes.zone()
	v.problem(problem)
	v.panel.Zone = v.zone.String()
	v.format = numberFormat{decimals: -1, unit: PlainText(v.attributes["y_axis_unit"], 30)}
	if n, ok := v.number("number_of_decimals"); ok && n >= 0 && n <= 20 {
		v.format.decimals = int(n)
	}
	v.panel.Decimals = v.format.decimals
	var problems []string
	v.mappings, problems = readMappings(v.elements("value_mappings", mostMappings))
	for _, problem := range problems {
		v.problem(problem)
	}
	for i, t := range v.elements("thresholds", mostThresholds) {
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
		v.panel.Corner = v.span.text(v.zone)
	}
	if every := PlainText(v.attributes["refresh_interval"], 20); every != "" {
		if _, isNumber := Number(every); isNumber {
			every += " s"
		}
		v.panel.Corner = strings.TrimPrefix(v.panel.Corner+", every "+every, ", ")
	}
}

// unknownAttributes returns the names of the attributes that Terraform knows only after the apply. The widget is drawn without them.
func (v *widget) unknownAttributes() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(v.attributes)) {
		if v.attributes[name] == rehearsal.NotKnown && name != "id" && name != "tab" {
			names = append(names, name)
			delete(v.attributes, name)
		}
	}
	return names
}

// noteSensitive names the attributes with sensitive values. They are drawn as far as they do not show the values: without lines of
// thresholds, limits of axes and calculated items.
func (v *widget) noteSensitive() {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(v.attributes)) {
		if hasSensitive(v.attributes[name]) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		v.panel.Notes = append(v.panel.Notes, "sensitive: "+strings.Join(names, ", "))
	}
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
	if len(list) > mostItems {
		v.problem(fmt.Sprintf("only the first %d of %d chart_items are drawn", mostItems, len(list)))
	}
	list = slices.DeleteFunc(slices.Clone(list[:min(len(list), mostItems)]), hasSensitive)
	chart := rehearsal.CompileChart(list, v.world.Recording)
	values := chart.Values(ctx, v.world.Data, v.span.from, v.span.until)
	for _, problem := range chart.Problems() {
		v.problem(problem)
	}
	position := map[string]float64{}
	for i, element := range v.elements("chart_items", mostItems) {
		item := chartItem{ref: element.text("ref_id"), name: element.text("label"), hidden: element.isTrue("hidden")}
		item.values = values[item.ref]
		if err := item.values.Err; err != "" && len(chart.Problems()) == 0 {
			v.problem(fmt.Sprintf("chart_items[%s] %s", strconv.Quote(item.ref), err))
		}
		item.name = cmp.Or(item.name, namedIn(element), item.ref)
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

// namedIn returns a name for an item without a label, made of its asset and attribute.
func namedIn(element attributes) string {
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

func (v *widget) visible() []chartItem {
	return slices.DeleteFunc(slices.Clone(v.items), func(i chartItem) bool { return i.hidden })
}

// shown returns the text for a value: the text from value_mappings, or else the number with its unit.
func (v *widget) shown(value any) string {
	if text, ok := v.mappings.text(value); ok {
		return text
	}
	if n, ok := value.(float64); ok {
		return v.format.text(n)
	}
	if text := PlainText(value, mostName); text != "" {
		return text
	}
	return "–"
}

// levelOf returns the highest threshold that a value reaches. Its color is used for the value.
func (v *widget) levelOf(n float64) (reached level, ok bool) {
	for _, l := range v.levels {
		if n >= l.value {
			reached, ok = l, true
		}
	}
	return reached, ok
}

// noData returns true if no item has a value. The picture then shows a text such as "No data".
func (v *widget) noData(items []chartItem) bool {
	for _, item := range items {
		if len(item.values.Points) > 0 || item.values.Constant != nil {
			v.panel.Notes = append(v.panel.Notes, v.world.Notes...)
			return false
		}
	}
	v.panel.Empty = "No data"
	if len(v.items) == 0 {
		v.panel.Empty = "No data: there are no chart_items"
	}
	return true
}
