// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

func (e *contents) widgetsAndAlerts() []*object {
	all := slices.Clone(e.alerts)
	for _, d := range e.dashboards {
		for _, t := range d.parts {
			all = append(all, t.parts...)
		}
	}
	return all
}

// items returns the items of a type, such as QUERY, in a widget or an alert. The items contain no sensitive values, because sample data
// that depends on sensitive values would reveal them.
func (o *object) items(itemType string) []map[string]any {
	return slices.DeleteFunc(panel.Objects(itemsOf(o.attributes)), func(item map[string]any) bool { return item["type"] != itemType })
}

func itemsOf(attributes map[string]any) []any {
	for _, list := range []string{"alert_items", "chart_items"} {
		if items, ok := attributes[list].([]any); ok {
			return items
		}
	}
	return nil
}

func key(item map[string]any, field string) rehearsal.Key {
	id := func(name string) string {
		members, _ := item[name].(map[string]any)
		id, _ := members["id"].(string)
		return id
	}
	return rehearsal.Key{Asset: id("query_filter_asset"), Attribute: id(field)}
}

func queryKey(item map[string]any) rehearsal.Key { return key(item, "query_filter_attribute") }

type hints map[rehearsal.Key]hint

// hints chooses a range of sample values for each attribute. The values must reach the thresholds and limits of the widgets and alerts that
// show the attribute. If an attribute is only used in calculations, hints uses the thresholds and limits of the widgets and alerts with
// these calculations. For a calculation that contains a division, fitDivisions chooses the ranges.
func (set settings) hints(ctx context.Context, metadata map[rehearsal.Key]any, shown []*object) hints {
	all := hints{}
	for _, isShown := range []bool{true, false} {
		found := hints{}
		for _, o := range shown {
			for _, item := range o.items("QUERY") {
				at := queryKey(item)
				if _, has := all[at]; has || o.isVisible(item) != isShown || !isShown && o.divides() {
					continue
				}
				if h := o.widenHint(found[at]); h.high > h.low || len(h.choices) > 0 {
					found[at] = h
				}
			}
		}
		maps.Copy(all, found)
	}
	// Attributes in the same widget usually have values of the same magnitude, so an attribute without a hint (a range) gets the hint of a
	// different attribute.
	shared := map[*object]hint{}
	for range 2 { // The first pass gives no hint to items that precede the first item with a hint.
		for _, o := range shown {
			if o.divides() {
				continue
			}
			for _, item := range o.items("QUERY") {
				at := queryKey(item)
				if h, has := all[at]; has {
					shared[o] = h
				} else if h, has := shared[o]; has {
					all[at] = h
				}
			}
		}
	}
	set.fitDivisions(ctx, all, metadata, shown)
	return all
}

// isVisible reports whether an item's values are shown, in a widget or as the values that an alert compares with its thresholds.
func (o *object) isVisible(item map[string]any) bool {
	target, isAlert := o.attributes["stmt_target_variable"]
	return item["hidden"] != true && (!isAlert || item["ref_id"] == target)
}

// fitDivisions chooses ranges of sample values for the attributes in expressions that contain a division, so that the quotients reach the
// thresholds and limits.
func (set settings) fitDivisions(ctx context.Context, all hints, metadata map[rehearsal.Key]any, shown []*object) {
	budget := maxFitting
	for _, o := range shown {
		wanted := o.widenHint(hint{}).high
		if !o.divides() || wanted <= 0 {
			continue
		}
		list := itemsOf(o.attributes)
		chart := rehearsal.CompileChart(list, rehearsal.Recording{Metadata: metadata})
		all.fit(o.items("QUERY"), wanted, func() (float64, bool) {
			if budget -= len(list); budget < 0 || ctx.Err() != nil {
				return 0, false
			}
			return o.maxValue(chart.Values(ctx, set.sampleData(all), set.now.Add(-24*time.Hour), set.now)), true
		})
	}
}

// maxFitting is the maximum number of item evaluations in one call of fitDivisions. Each evaluation covers a few hundred points.
const maxFitting = 5000

// fit chooses a hint (a range of sample values) for each item that has none. The function greatest returns the maximum result of an
// expression such as a quotient. fit tries to get this maximum close to wanted. It tries larger and smaller ranges, because an item can be
// a dividend or a divisor. It stops if greatest returns false.
func (all hints) fit(items []map[string]any, wanted float64, greatest func() (float64, bool)) {
	var free []rehearsal.Key
	for _, item := range items {
		if _, has := all[queryKey(item)]; !has {
			free = append(free, queryKey(item))
			all[queryKey(item)] = hint{high: defaultHigh}
		}
	}
	distance := func(n float64) float64 { return math.Abs(math.Log(max(n, 1e-9) / wanted)) }
	have, ok := greatest()
	for _, at := range free {
		for _, factor := range []float64{wanted / have, have / wanted} {
			before := all[at]
			all[at] = hint{high: before.high * factor}
			now, calculated := greatest()
			if ok = ok && calculated; ok && have > 0 && distance(now) < distance(have) {
				have = now
				break
			}
			if all[at] = before; !ok {
				return
			}
		}
	}
}

// maxValue returns the largest absolute value that a widget shows or an alert compares.
func (o *object) maxValue(values map[string]rehearsal.ItemValues) (greatest float64) {
	for _, item := range panel.Objects(itemsOf(o.attributes)) {
		if !o.isVisible(item) {
			continue
		}
		ref, _ := item["ref_id"].(string)
		for _, p := range append(values[ref].Points, rehearsal.Point{Value: values[ref].Constant}) {
			if n, ok := p.Value.(float64); ok {
				greatest = max(greatest, math.Abs(n))
			}
		}
	}
	return greatest
}

// widenHint returns h, the range of values to generate, widened to include the thresholds and maximum limits of a widget or an alert. It
// also sets h.choices to values that match value_mappings, so that the picture shows their labels. There is one such value for each mapping
// with a match_value or with both ends of a range.
func (o *object) widenHint(h hint) hint {
	var choices []any
	for _, mapping := range panel.Objects(o.attributes["value_mappings"]) {
		start, hasStart := mapping["range_start"].(float64)
		end, hasEnd := mapping["range_end"].(float64)
		if match, _ := mapping["match_value"].(string); match != "" {
			choices = append(choices, match)
		} else if hasStart && hasEnd {
			choices = append(choices, math.Round((start+end)/2))
		}
	}
	if len(choices) > 0 {
		h.choices = choices
	}
	for _, threshold := range append(panel.Objects(o.attributes["thresholds"]), panel.Objects(o.attributes["stmt_thresholds"])...) {
		if n, ok := threshold["value"].(float64); ok && math.Abs(n) < 1e15 {
			h.high, h.low = max(h.high, n*1.1), min(h.low, n*1.1)
		}
	}
	for _, limit := range []string{"max_limit", "y_axis_max_limit"} {
		if n, ok := o.attributes[limit].(float64); ok && n < 1e15 {
			h.high = max(h.high, n)
		}
	}
	return h
}

func (o *object) divides() bool {
	return slices.ContainsFunc(panel.Objects(itemsOf(o.attributes)), func(item map[string]any) bool {
		expression, _ := item["expression"].(string)
		return strings.Contains(expression, "/")
	})
}

// sampleMetadata makes up a value for each METADATA item that has no recorded value.
func sampleMetadata(metadata map[rehearsal.Key]any, shown []*object) map[rehearsal.Key]any {
	if metadata == nil {
		metadata = map[rehearsal.Key]any{}
	}
	moment := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	values := sampleData{now: moment}
	for _, o := range shown {
		for _, item := range o.items("METADATA") {
			at := key(item, "query_filter_metadata")
			if _, ok := metadata[at]; ok {
				continue
			}
			for _, p := range values.Points(at.Asset, at.Attribute, moment.Add(-time.Minute), moment) {
				metadata[at] = p.Value
			}
		}
	}
	return metadata
}
