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

// source has the values that the pictures show. They are recorded values or, if HasData is false, made-up values.
type source struct {
	rehearsal.Recording

	notes []string
}

// load reads the recorded data. If there are none, it makes up values that suit the thresholds of the widgets and alerts.
func (set settings) load(ctx context.Context, estates ...*estate) (s source, doubts []string, err error) {
	metadata, err := series.LoadMetadata(ctx, set.metadata)
	if err != nil {
		return s, nil, err
	}
	if len(set.series) == 0 {
		s.notes = []string{"sample data"}
		for _, e := range estates {
			e.nameUnknown()
		}
		s.Metadata, s.End = sampleMetadata(metadata, estates), &set.now
		s.Data = sample.New(set.now, set.hints(ctx, s.Metadata, estates))
	} else {
		data, err := series.Load(ctx, mostPoints, set.series...)
		if err != nil {
			return s, nil, err
		}
		if s.Recording = rehearsal.NewRecording(data); !s.HasData {
			return s, nil, fmt.Errorf("%s: there is no point in it", strings.Join(set.series, ", "))
		}
		if s.Metadata = metadata; !set.nowGiven && set.now.Sub(s.Last()) > 24*time.Hour {
			end := s.Last().Format(time.RFC3339)
			doubts = append(doubts, fmt.Sprintf("the data end at %s, long before now: widgets may show no data; use -now %s", end, end))
		}
	}
	s.Location = set.zone
	return s, doubts, ctx.Err()
}

// drawnAlert is an alert with the results of running it on the data. The runs themselves are not kept: there can be millions.
type drawnAlert struct {
	*object

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
func (set settings) rehearse(ctx context.Context, s source, o *object) (drawnAlert, error) {
	if !s.HasData {
		s.Start = set.now.Add(-24 * time.Hour)
	}
	timeline, err := s.Rehearse(ctx, o.rehearsed)
	if !s.HasData && err == nil && len(timeline.Runs) < fewRuns {
		s.Start = set.now.Add(-7 * 24 * time.Hour)
		timeline, err = s.Rehearse(ctx, o.rehearsed)
	}
	if err != nil {
		return drawnAlert{}, fmt.Errorf("%s: %w", o.address, err)
	}
	world := set.world(s, &estate{}, nil)
	return drawnAlert{
		object: o, counts: timeline.Statuses(), worst: timeline.Worst(), summary: timeline.Summary, status: timeline.Status(),
		panel:   world.Alert(ctx, o.attributes, timeline, chart.BodySize(set.alertSize())),
		changes: slices.Clone(timeline.Changes[max(0, len(timeline.Changes)-mostEvents):]),
	}, nil
}

// world returns the time, the data, the alerts and the events that widgets show. Events are the changes of status when the alerts ran on
// the data.
func (set settings) world(s source, e *estate, alerts []drawnAlert) panel.World {
	w := panel.World{Recording: s.Recording, Now: set.now, Notes: s.notes, Assets: e.assets}
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
