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
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sample"
)

// visit calls found for each widget and alert. thresholds is the name of the attribute with its thresholds.
func visit(estates []*estate, found func(o *object, thresholds string)) {
	for _, e := range estates {
		for _, a := range e.alerts {
			found(a, "stmt_thresholds")
		}
		for _, d := range e.dashboards {
			for _, t := range d.parts {
				for _, w := range t.parts {
					found(w, "thresholds")
				}
			}
		}
	}
}

// items calls found for each item of all widgets and alerts, with the thresholds and limits of the widget or alert.
func items(estates []*estate, found func(item map[string]any, owner *object, thresholds []any)) {
	visit(estates, func(o *object, thresholds string) {
		levels, _ := o.attributes[thresholds].([]any)
		for _, element := range o.items() {
			if item, ok := element.(map[string]any); ok {
				found(item, o, levels)
			}
		}
	})
}

func key(item map[string]any, field string) rehearsal.Key {
	id := func(name string) string {
		members, _ := item[name].(map[string]any)
		id, _ := members["id"].(string)
		return id
	}
	return rehearsal.Key{Asset: id("query_filter_asset"), Attribute: id(field)}
}

// hints chooses a range of made-up values for each attribute, so that the values reach the thresholds and limits of the widgets and alerts
// that show the attribute. An attribute that is used only in a calculation gets the range of the calculation's result. If the calculation
// divides, the result has another magnitude, so fitDivisions chooses the range.
func (set settings) hints(ctx context.Context, metadata map[rehearsal.Key]any, estates []*estate) map[rehearsal.Key]sample.Hint {
	hints := map[rehearsal.Key]sample.Hint{}
	for _, isShown := range []bool{true, false} {
		found := map[rehearsal.Key]sample.Hint{}
		items(estates, func(item map[string]any, owner *object, thresholds []any) {
			at := key(item, "query_filter_attribute")
			if _, has := hints[at]; has || item["type"] != "QUERY" || owner.shows(item) != isShown || !isShown && divides(owner) {
				return
			}
			if hint := fitted(found[at], owner, thresholds); hint.High > hint.Low || len(hint.Choices) > 0 {
				found[at] = hint
			}
		})
		maps.Copy(hints, found)
	}
	// Values in one widget usually have the same magnitude.
	shared := map[string]sample.Hint{}
	for range 2 { // The second time, also for items before the one with a hint.
		items(estates, func(item map[string]any, owner *object, _ []any) {
			if item["type"] != "QUERY" || divides(owner) {
				return
			}
			at := key(item, "query_filter_attribute")
			if hint, has := hints[at]; has {
				shared[owner.address] = hint
			} else if hint, has := shared[owner.address]; has {
				hints[at] = hint
			}
		})
	}
	set.fitDivisions(ctx, hints, metadata, estates)
	return hints
}

// shows reports whether a widget shows an item, or an alert compares it.
func (o *object) shows(item map[string]any) bool {
	target, isAlert := o.attributes["stmt_target_variable"]
	return item["hidden"] != true && (!isAlert || item["ref_id"] == target)
}

// fitDivisions chooses the ranges of attributes that are divided, so that the results reach the thresholds and limits of the widget or
// alert that shows them.
func (set settings) fitDivisions(ctx context.Context, hints map[rehearsal.Key]sample.Hint, metadata map[rehearsal.Key]any,
	estates []*estate,
) {
	done := map[string]bool{}
	budget := maxFitting
	items(estates, func(_ map[string]any, owner *object, thresholds []any) {
		wanted := fitted(sample.Hint{}, owner, thresholds).High
		if done[owner.address] || !divides(owner) || wanted <= 0 {
			return
		}
		done[owner.address] = true
		list := owner.items()
		chart := rehearsal.CompileChart(list, rehearsal.Recording{Metadata: metadata})
		fit(hints, list, wanted, func() (float64, bool) {
			if budget -= len(list); budget < 0 || ctx.Err() != nil {
				return 0, false
			}
			return owner.greatest(chart.Values(ctx, sample.New(set.now, hints), set.now.Add(-24*time.Hour), set.now)), true
		})
	})
}

// maxFitting is how many items fitDivisions may calculate for all objects together. Each calculation has some hundred points.
const maxFitting = 5000

// fit multiplies the ranges of those items that have no hint yet, one after the other, until the greatest result is near the wanted one. A
// larger range can make the result larger or smaller, so both directions are tried. The function greatest returns false if there were too
// many calculations: the other ranges stay as they are.
func fit(hints map[rehearsal.Key]sample.Hint, items []any, wanted float64, greatest func() (float64, bool)) {
	var free []rehearsal.Key
	for _, element := range items {
		item, _ := element.(map[string]any)
		at := key(item, "query_filter_attribute")
		if _, has := hints[at]; !has && item["type"] == "QUERY" {
			free = append(free, at)
			hints[at] = sample.Hint{High: sample.High}
		}
	}
	distance := func(n float64) float64 { return math.Abs(math.Log(max(n, 1e-9) / wanted)) }
	have, ok := greatest()
	for _, at := range free {
		for _, factor := range []float64{wanted / have, have / wanted} {
			before := hints[at]
			hints[at] = sample.Hint{High: before.High * factor}
			now, calculated := greatest()
			if ok = ok && calculated; ok && have > 0 && distance(now) < distance(have) {
				have = now
				break
			}
			if hints[at] = before; !ok {
				return
			}
		}
	}
}

// items returns the items of a widget or an alert, without sensitive values. Sample data must not be calculated from those: the pictures
// would show them.
func (o *object) items() []any { return itemsOf(o.attributes) }

func itemsOf(attributes map[string]any) []any {
	for _, list := range []string{"alert_items", "chart_items"} {
		if items, ok := attributes[list].([]any); ok {
			return items
		}
	}
	return nil
}

// greatest returns the largest number that a widget shows, or that an alert compares.
func (o *object) greatest(values map[string]rehearsal.ItemValues) (greatest float64) {
	for _, element := range o.items() {
		item, _ := element.(map[string]any)
		if !o.shows(item) {
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

// fitted widens the range of a hint, so that made-up values reach the thresholds and limits of an object.
func fitted(hint sample.Hint, owner *object, thresholds []any) sample.Hint {
	if choices := mapped(owner); len(choices) > 0 {
		hint.Choices = choices
	}
	for _, element := range thresholds {
		members, _ := element.(map[string]any)
		if n, ok := members["value"].(float64); ok && math.Abs(n) < 1e15 {
			hint.High, hint.Low = max(hint.High, n*1.1), min(hint.Low, n*1.1)
		}
	}
	for _, limit := range []string{"max_limit", "y_axis_max_limit"} {
		if n, ok := owner.attributes[limit].(float64); ok && n < 1e15 {
			hint.High = max(hint.High, n)
		}
	}
	return hint
}

func divides(o *object) bool {
	return slices.ContainsFunc(o.items(), func(element any) bool {
		item, _ := element.(map[string]any)
		text, _ := item["expression"].(string)
		return strings.Contains(text, "/")
	})
}

// mapped returns one value for each value mapping, so that made-up values show the mapped texts. Mappings with regular expressions are
// skipped.
func mapped(owner *object) []any {
	var choices []any
	elements, _ := owner.attributes["value_mappings"].([]any)
	for _, element := range elements {
		members, _ := element.(map[string]any)
		start, hasStart := members["range_start"].(float64)
		end, hasEnd := members["range_end"].(float64)
		switch match, _ := members["match_value"].(string); {
		case match != "":
			choices = append(choices, match)
		case hasStart && hasEnd:
			choices = append(choices, math.Round((start+end)/2))
		}
	}
	return choices
}

// sampleMetadata makes up a value for each item of type METADATA that has none.
func sampleMetadata(metadata map[rehearsal.Key]any, estates []*estate) map[rehearsal.Key]any {
	if metadata == nil {
		metadata = map[rehearsal.Key]any{}
	}
	moment := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	values := sample.New(moment, nil)
	items(estates, func(item map[string]any, _ *object, _ []any) {
		at := key(item, "query_filter_metadata")
		if _, ok := metadata[at]; item["type"] == "METADATA" && !ok {
			for _, p := range values.Points(at.Asset, at.Attribute, moment.Add(-time.Minute), moment) {
				metadata[at] = p.Value
			}
		}
	})
	return metadata
}
