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
)

const maxPoints = 50_000_000

// source contains the data that the pictures show: recorded data if HasData is true, and sample data otherwise.
type source struct {
	rehearsal.Recording

	notes    []string
	warnings []string
}

// load reads the recorded data. Without -series, it generates sample data that suits the thresholds of the widgets and alerts.
func (set settings) load(ctx context.Context, contents beforeAfter[*contents]) (s source, err error) {
	metadata, err := series.LoadMetadata(ctx, set.metadata)
	if err != nil {
		return s, err
	}
	if len(set.series) == 0 {
		s.notes = []string{"sample data"}
		shown := contents.after.widgetsAndAlerts()
		if contents.before != contents.after {
			shown = append(contents.before.widgetsAndAlerts(), shown...)
		}
		for _, o := range shown {
			o.nameUnknownIDs()
		}
		s.Metadata, s.End = sampleMetadata(metadata, shown), &set.now
		s.Data = set.sampleData(set.hints(ctx, s.Metadata, shown))
	} else {
		data, err := series.Load(ctx, maxPoints, set.series...)
		if err != nil {
			return s, err
		}
		if s.Recording = rehearsal.NewRecording(data); !s.HasData {
			return s, fmt.Errorf("no data points in %s", strings.Join(set.series, ", "))
		}
		if s.Metadata = metadata; !set.nowGiven && set.now.Sub(s.Last()) > 24*time.Hour {
			end := s.Last().Format(time.RFC3339)
			s.warnings = append(s.warnings,
				fmt.Sprintf("the data end at %s, long before now: widgets may show no data; use -now %s", end, end))
		}
	}
	s.Location = set.zone
	return s, ctx.Err()
}

// outcome is the result of running an alert on the data (a rehearsal), as -json prints it. It does not list the runs, because there can be
// up to a million.
type outcome struct {
	Address     string         `json:"address"`
	WorstStatus string         `json:"worst_status"`
	Statuses    map[string]int `json:"statuses"`
	Summary     string         `json:"summary"`
	Sample      bool           `json:"sample"` // whether the alert ran on sample data
	panel       panel.Panel
}

// minRuns is the minimum number of runs to show in an alert's picture with sample data. If a day has fewer, the picture covers a week.
const minRuns = 5

// rehearse runs an alert on the data at each scheduled time.
func (g *gallery) rehearse(ctx context.Context, o *object) (t rehearsal.Timeline, err error) {
	s := g.source
	for _, days := range []int{1, 7} {
		if !s.HasData {
			s.Start = g.now.Add(time.Duration(-days) * 24 * time.Hour)
		}
		if t, err = s.Rehearse(ctx, o.rehearsed); err != nil {
			return t, fmt.Errorf("%s: %w", o.address, err)
		}
		if s.HasData || len(t.Runs) >= minRuns {
			break
		}
	}
	return t, nil
}

// world runs all alerts on the recorded or sample data, and returns the data and the alert results that widgets can show.
func (g *gallery) world(ctx context.Context, e *contents) (panel.World, error) {
	w := panel.World{Recording: g.source.Recording, Now: g.now, Notes: g.source.notes, Assets: e.assets}
	for i, o := range e.alerts {
		g.progress.Say("rehearsing %d of %d: %s", i+1, len(e.alerts), o.address)
		t, err := g.rehearse(ctx, o)
		if err != nil {
			return w, err
		}
		picture := w.Alert(ctx, o.attributes, t, chart.BodySize(g.alertSize()))
		o.outcome = outcome{o.address, t.Worst(), t.Statuses(), t.Summary, !g.source.HasData, picture}
		severity, _ := o.attributes["severity"].(string)
		w.Alerts = append(w.Alerts, panel.AlertRow{Name: o.name(), Severity: severity, Status: t.Status()})
		for _, c := range t.Changes[max(0, len(t.Changes)-maxEvents):] {
			w.Events = append(w.Events, panel.EventRow{Alert: o.name(), OldStatus: c.OldStatus, NewStatus: c.NewStatus, At: c.Timestamp})
		}
	}
	slices.SortStableFunc(w.Events, func(a, b panel.EventRow) int { return b.At.Compare(a.At) })
	return w, nil
}

// maxEvents is the maximum number of events that list widgets show for a single alert.
const maxEvents = 200
