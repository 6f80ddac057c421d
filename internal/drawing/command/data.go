// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sample"
)

const mostPoints = 50_000_000

// source has the values that the pictures show. They are recorded values or made-up values.
type source struct {
	data        rehearsal.Data
	metadata    map[rehearsal.Key]any
	given       []string
	notes       []string
	first, last time.Time // of recorded points; zero for a sample
}

// load reads the recorded data. If there are none, it makes up values that suit the thresholds of the widgets and alerts.
func (set settings) load(estates ...*estate) (s source, doubts []string, err error) {
	if s.metadata, err = series.LoadMetadata(set.metadata); err != nil {
		return s, nil, err
	}
	if len(set.series) == 0 {
		s.notes = []string{"sample data"}
		s.data = sample.New(set.now, hints(estates))
		s.metadata = sampleMetadata(s.metadata, estates)
		return s, nil, nil
	}
	data, err := series.Load(mostPoints, set.series...)
	if err != nil {
		return s, nil, err
	}
	var ok bool
	if s.first, s.last, ok = data.Span(); !ok {
		return s, nil, fmt.Errorf("%s: there is no point in it", strings.Join(set.series, ", "))
	}
	if !set.nowGiven && set.now.Sub(s.last) > 24*time.Hour {
		end := s.last.Format(time.RFC3339)
		doubts = append(doubts, fmt.Sprintf("the data end at %s, long before now: widgets may show no data; use -now %s", end, end))
	}
	s.data, s.given = data, data.RefIDs()
	return s, doubts, nil
}

// items calls found for each item of all widgets and alerts, with the thresholds and limits of the widget or alert.
func items(estates []*estate, found func(item map[string]any, owner object, thresholds []any)) {
	visit := func(o object, list, thresholds string) {
		elements, _ := o.attributes[list].([]any)
		levels, _ := o.attributes[thresholds].([]any)
		for _, element := range elements {
			if item, ok := element.(map[string]any); ok {
				found(item, o, levels)
			}
		}
	}
	for _, e := range estates {
		for _, a := range e.alerts {
			visit(a, "alert_items", "stmt_thresholds")
		}
		for _, d := range e.dashboards {
			for _, t := range d.tabs {
				for _, w := range t.widgets {
					visit(w, "chart_items", "thresholds")
				}
			}
		}
	}
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
// divides, the attribute gets no such range, because the result has another magnitude.
func hints(estates []*estate) map[rehearsal.Key]sample.Hint {
	hints, calculated := map[rehearsal.Key]sample.Hint{}, map[rehearsal.Key]sample.Hint{}
	items(estates, func(item map[string]any, owner object, thresholds []any) {
		at := key(item, "query_filter_attribute")
		target, isAlert := owner.attributes["stmt_target_variable"]
		if item["type"] != "QUERY" {
			return
		}
		into := hints
		if item["hidden"] == true || isAlert && target != item["ref_id"] {
			if divides(owner) {
				return
			}
			into = calculated
		}
		if hint := fitted(into[at], owner, thresholds); hint.High > hint.Low || len(hint.Choices) > 0 {
			into[at] = hint
		}
	})
	for at, hint := range calculated {
		if _, ok := hints[at]; !ok {
			hints[at] = hint
		}
	}
	shareHints(estates, hints)
	return hints
}

// shareHints gives an item without a hint the hint of another item of the same widget, because values in one widget usually have the same
// magnitude.
func shareHints(estates []*estate, hints map[rehearsal.Key]sample.Hint) {
	shared := map[string]sample.Hint{}
	each := func(visit func(at rehearsal.Key, address string)) {
		items(estates, func(item map[string]any, owner object, _ []any) {
			if item["type"] == "QUERY" && !divides(owner) {
				visit(key(item, "query_filter_attribute"), owner.address)
			}
		})
	}
	each(func(at rehearsal.Key, address string) {
		if hint, ok := hints[at]; ok {
			shared[address] = hint
		}
	})
	each(func(at rehearsal.Key, address string) {
		hint, ok := shared[address]
		if _, has := hints[at]; ok && !has {
			hints[at] = hint
		}
	})
}

// fitted widens the range of a hint, so that made-up values reach the thresholds and limits of an object.
func fitted(hint sample.Hint, owner object, thresholds []any) sample.Hint {
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

func divides(o object) bool {
	for _, list := range []string{"alert_items", "chart_items"} {
		elements, _ := o.attributes[list].([]any)
		for _, element := range elements {
			item, _ := element.(map[string]any)
			if text, _ := item["expression"].(string); strings.Contains(text, "/") {
				return true
			}
		}
	}
	return false
}

// mapped returns one value for each value mapping, so that made-up values show the mapped texts. Mappings with regular expressions are
// skipped.
func mapped(owner object) []any {
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
	items(estates, func(item map[string]any, _ object, _ []any) {
		at := key(item, "query_filter_metadata")
		if _, ok := metadata[at]; item["type"] == "METADATA" && !ok {
			for _, p := range values.Points(at.Asset, at.Attribute, moment.Add(-time.Minute), moment) {
				metadata[at] = p.Value
			}
		}
	})
	return metadata
}

// drawnAlert is an alert with the results of running it on the data. The runs themselves are not kept: there can be millions.
type drawnAlert struct {
	object
	panel   panel.Panel
	counts  map[string]int
	summary string
	status  string             // of the last run
	changes []rehearsal.Change // the last ones
}

func (a drawnAlert) worst() string {
	for _, status := range []string{
		rehearsal.Misconfigured, rehearsal.Error, rehearsal.Alerting, "warning", rehearsal.NoData,
		rehearsal.NoAlert, rehearsal.Disabled,
	} {
		if a.counts[status] > 0 {
			return status
		}
	}
	return ""
}

// fewRuns is how many runs of an alert a picture with made-up values should show. An alert with fewer runs in a day gets a week.
const fewRuns = 5

// rehearse runs an alert on the data, once for each time of its schedule.
func (set settings) rehearse(ctx context.Context, s source, o object) (drawnAlert, error) {
	start := s.first
	if start.IsZero() {
		start = set.now.Add(-24 * time.Hour)
	}
	options := rehearsal.CompileOptions{Location: set.zone, Anchor: start, Metadata: s.metadata, Given: s.given}
	alert := rehearsal.Compile(o.attributes, options)
	end := set.now
	if !s.last.IsZero() {
		end = alert.SawAll(start, s.last)
	} else if !runsOften(alert, start, end) {
		start = set.now.Add(-7 * 24 * time.Hour)
	}
	timeline, err := alert.Rehearse(ctx, s.data, start, end)
	if err != nil {
		return drawnAlert{}, fmt.Errorf("%s: %w", o.address, err)
	}
	world, summary := set.world(s, &estate{}, nil), alert.Summary(timeline)
	drawn := drawnAlert{
		object: o, counts: timeline.Statuses(), summary: summary, status: rehearsal.NoAlert,
		panel:   world.Alert(ctx, o.attributes, timeline, summary, start, end, chart.BodySize(alertSize())),
		changes: slices.Clone(timeline.Changes[max(0, len(timeline.Changes)-mostEvents):]),
	}
	if n := len(timeline.Runs); n > 0 {
		drawn.status = timeline.Runs[n-1].Status
	}
	return drawn, nil
}

func runsOften(alert *rehearsal.Alert, start, end time.Time) bool {
	at := start
	for range fewRuns {
		next, ok := alert.Next(at)
		if !ok || next.After(end) {
			return false
		}
		at = next
	}
	return true
}

// world returns the time, the data, the alerts and the events that widgets show. Events are the changes of status when the alerts ran on
// the data.
func (set settings) world(s source, e *estate, alerts []drawnAlert) panel.World {
	w := panel.World{Now: set.now, Data: s.data, Metadata: s.metadata, Given: s.given, Notes: s.notes, Assets: e.assets}
	for _, a := range alerts {
		severity, _ := a.attributes["severity"].(string)
		w.Alerts = append(w.Alerts, panel.AlertRow{Name: a.name(), Severity: severity, Status: a.status})
		for _, c := range a.changes {
			w.Events = append(w.Events, panel.EventRow{Alert: a.name(), OldStatus: c.OldStatus, NewStatus: c.NewStatus, At: c.Timestamp})
		}
	}
	slices.SortStableFunc(w.Events, func(a, b panel.EventRow) int { return b.At.Compare(a.At) })
	return w
}

// mostEvents is the maximum number of events that a list shows of one alert.
const mostEvents = 200
