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

// shown returns all alerts and widgets.
func (e *estate) shown() []*object {
	all := slices.Clone(e.alerts)
	for _, d := range e.dashboards {
		for _, t := range d.parts {
			all = append(all, t.parts...)
		}
	}
	return all
}

// items returns the items of a widget or an alert that have a type, such as QUERY. They have no sensitive values: sample data must not be
// calculated from those, because the pictures would show them.
func (o *object) items(itemType string) []map[string]any {
	return slices.DeleteFunc(objects(itemsOf(o.attributes)), func(item map[string]any) bool { return item["type"] != itemType })
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

type hints map[rehearsal.Key]sample.Hint

// hints chooses a range of made-up values for each attribute, so that the values reach the thresholds and limits of the widgets and alerts
// that show the attribute. An attribute that is used only in a calculation gets the range of the calculation's result. If the calculation
// divides, the result has a different magnitude, so fitDivisions chooses the range.
func (set settings) hints(ctx context.Context, metadata map[rehearsal.Key]any, shown []*object) hints {
	all := hints{}
	for _, isShown := range []bool{true, false} {
		found := hints{}
		for _, o := range shown {
			for _, item := range o.items("QUERY") {
				at := queryKey(item)
				if _, has := all[at]; has || o.shows(item) != isShown || !isShown && o.divides() {
					continue
				}
				if hint := o.widened(found[at]); hint.High > hint.Low || len(hint.Choices) > 0 {
					found[at] = hint
				}
			}
		}
		maps.Copy(all, found)
	}
	// Values in one widget usually have the same magnitude.
	shared := map[*object]sample.Hint{}
	for range 2 { // The second time, for items before the one with a hint.
		for _, o := range shown {
			if o.divides() {
				continue
			}
			for _, item := range o.items("QUERY") {
				at := queryKey(item)
				if hint, has := all[at]; has {
					shared[o] = hint
				} else if hint, has := shared[o]; has {
					all[at] = hint
				}
			}
		}
	}
	set.fitDivisions(ctx, all, metadata, shown)
	return all
}

// shows reports whether a widget shows an item, or an alert compares it.
func (o *object) shows(item map[string]any) bool {
	target, isAlert := o.attributes["stmt_target_variable"]
	return item["hidden"] != true && (!isAlert || item["ref_id"] == target)
}

// fitDivisions chooses the ranges of attributes in divisions, so that the results reach the thresholds and limits of the widget or alert
// that shows them.
func (set settings) fitDivisions(ctx context.Context, all hints, metadata map[rehearsal.Key]any, shown []*object) {
	budget := maxFitting
	for _, o := range shown {
		wanted := o.widened(sample.Hint{}).High
		if !o.divides() || wanted <= 0 {
			continue
		}
		list := itemsOf(o.attributes)
		chart := rehearsal.CompileChart(list, rehearsal.Recording{Metadata: metadata})
		all.fit(o.items("QUERY"), wanted, func() (float64, bool) {
			if budget -= len(list); budget < 0 || ctx.Err() != nil {
				return 0, false
			}
			return o.greatest(chart.Values(ctx, sample.New(set.now, all), set.now.Add(-24*time.Hour), set.now)), true
		})
	}
}

// maxFitting is the number of items that fitDivisions may calculate for all objects together. Each calculation has some hundred points.
const maxFitting = 5000

// fit multiplies the ranges of those items that have no hint yet, one after the other, until the greatest result is near the wanted one. A
// larger range can make the result larger or smaller, so fit tries both directions. The function greatest returns false after too many
// calculations: the other ranges stay as they are.
func (all hints) fit(items []map[string]any, wanted float64, greatest func() (float64, bool)) {
	var free []rehearsal.Key
	for _, item := range items {
		if _, has := all[queryKey(item)]; !has {
			free = append(free, queryKey(item))
			all[queryKey(item)] = sample.Hint{High: sample.High}
		}
	}
	distance := func(n float64) float64 { return math.Abs(math.Log(max(n, 1e-9) / wanted)) }
	have, ok := greatest()
	for _, at := range free {
		for _, factor := range []float64{wanted / have, have / wanted} {
			before := all[at]
			all[at] = sample.Hint{High: before.High * factor}
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

// greatest returns the largest number that a widget shows, or that an alert compares.
func (o *object) greatest(values map[string]rehearsal.ItemValues) (greatest float64) {
	for _, item := range objects(itemsOf(o.attributes)) {
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

// widened returns a hint with a larger range, so that made-up values reach the object's thresholds and limits. It has a choice for each value
// mapping, so that they show the labels, but skips regular expressions.
func (o *object) widened(hint sample.Hint) sample.Hint {
	list := func(name string) []map[string]any {
		elements, _ := o.attributes[name].([]any)
		return objects(elements)
	}
	var choices []any
	for _, mapping := range list("value_mappings") {
		start, hasStart := mapping["range_start"].(float64)
		end, hasEnd := mapping["range_end"].(float64)
		if match, _ := mapping["match_value"].(string); match != "" {
			choices = append(choices, match)
		} else if hasStart && hasEnd {
			choices = append(choices, math.Round((start+end)/2))
		}
	}
	if len(choices) > 0 {
		hint.Choices = choices
	}
	for _, threshold := range append(list("thresholds"), list("stmt_thresholds")...) {
		if n, ok := threshold["value"].(float64); ok && math.Abs(n) < 1e15 {
			hint.High, hint.Low = max(hint.High, n*1.1), min(hint.Low, n*1.1)
		}
	}
	for _, limit := range []string{"max_limit", "y_axis_max_limit"} {
		if n, ok := o.attributes[limit].(float64); ok && n < 1e15 {
			hint.High = max(hint.High, n)
		}
	}
	return hint
}

func (o *object) divides() bool {
	return slices.ContainsFunc(objects(itemsOf(o.attributes)), func(item map[string]any) bool {
		expression, _ := item["expression"].(string)
		return strings.Contains(expression, "/")
	})
}

// sampleMetadata makes up a value for each item of type METADATA that has none.
func sampleMetadata(metadata map[rehearsal.Key]any, shown []*object) map[rehearsal.Key]any {
	if metadata == nil {
		metadata = map[rehearsal.Key]any{}
	}
	moment := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	values := sample.New(moment, nil)
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
