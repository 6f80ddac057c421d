// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"fmt"
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
	first, last time.Time // of recorded points
	isRecorded  bool      // otherwise, the values are a sample
}

// load reads the recorded data. If there are none, it makes up values that suit the thresholds of the widgets and alerts.
func (set settings) load(ctx context.Context, estates ...*estate) (s source, doubts []string, err error) {
	if s.metadata, err = series.LoadMetadata(ctx, set.metadata); err != nil {
		return s, nil, err
	}
	if len(set.series) == 0 {
		s.notes = []string{"sample data"}
		for _, e := range estates {
			e.nameUnknown()
		}
		s.metadata = sampleMetadata(s.metadata, estates)
		s.data = sample.New(set.now, set.hints(ctx, s.metadata, estates))
		return s, nil, ctx.Err()
	}
	data, err := series.Load(ctx, mostPoints, set.series...)
	if err != nil {
		return s, nil, err
	}
	if s.first, s.last, s.isRecorded = data.Span(); !s.isRecorded {
		return s, nil, fmt.Errorf("%s: there is no point in it", strings.Join(set.series, ", "))
	}
	if !set.nowGiven && set.now.Sub(s.last) > 24*time.Hour {
		end := s.last.Format(time.RFC3339)
		doubts = append(doubts, fmt.Sprintf("the data end at %s, long before now: widgets may show no data; use -now %s", end, end))
	}
	s.data, s.given = data, data.RefIDs()
	return s, doubts, nil
}

// drawnAlert is an alert with the results of running it on the data. The runs themselves are not kept: there can be millions.
type drawnAlert struct {
	object
	panel   panel.Panel
	counts  map[string]int
	worst   string
	summary string
	status  string             // of the last run
	changes []rehearsal.Change // the last ones
}

// fewRuns is how many runs of an alert a picture with made-up values should show. An alert with fewer runs in a day gets a week.
const fewRuns = 5

// rehearse runs an alert on the data, once for each time of its schedule.
func (set settings) rehearse(ctx context.Context, s source, o object) (drawnAlert, error) {
	start := s.first
	if !s.isRecorded {
		start = set.now.Add(-24 * time.Hour)
	}
	options := rehearsal.CompileOptions{Location: set.zone, Anchor: start, Metadata: s.metadata, Given: s.given}
	alert := rehearsal.Compile(o.rehearsed, options)
	end := set.now
	if s.isRecorded {
		end = alert.SawAll(start, s.last)
	} else if !runsOften(alert, start, end) {
		start = set.now.Add(-7 * 24 * time.Hour)
	}
	timeline, err := alert.Rehearse(ctx, s.data, start, end)
	if err != nil {
		return drawnAlert{}, fmt.Errorf("%s: %w", o.address, err)
	}
	world := set.world(s, &estate{}, nil)
	drawn := drawnAlert{
		object: o, counts: timeline.Statuses(), worst: timeline.Worst(), summary: timeline.Summary, status: rehearsal.NoAlert,
		panel:   world.Alert(ctx, o.attributes, timeline, chart.BodySize(set.alertSize())),
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

// mostEvents is the maximum number of events of one alert that a list widget shows.
const mostEvents = 200
