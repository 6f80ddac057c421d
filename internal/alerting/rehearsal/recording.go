// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"time"
)

// Recording is recorded data, with everything else that the items and schedules of alerts and charts need.
type Recording struct {
	Data Data
	// HasData is true if Data is a Series with points.
	HasData bool

	// Metadata is the values of METADATA items, by the ids of asset and metadata field, or by ref_id with an empty Asset.
	Metadata map[Key]any

	// Location is the time zone of cron schedules. nil means UTC.
	Location *time.Location

	// Start is the time after which alerts run, and from which the schedule of a rate alert counts: with a rate of 5 minutes and the Start
	// 00:02, runs are at 00:07, 00:12 and so on.
	Start time.Time

	// End is the time up to which alerts run. If it is nil, each alert runs until it has read the last point.
	End *time.Time

	last  time.Time // the time of the last point
	given []string  // the ref_ids for which points were recorded; all other QUERY items read the points of their asset and attribute
}

// NewRecording returns a recording that starts at the first point of the series.
func NewRecording(series Series) Recording {
	r := Recording{Data: series, given: series.RefIDs()}
	r.Start, r.last, r.HasData = series.Span()
	return r
}

// Last returns the time of the last point.
func (r Recording) Last() time.Time { return r.last }

// Rehearse runs an alert on the recording. alert is the engine's JSON or the attributes of an engine_alert, as for Compile.
func (r Recording) Rehearse(ctx context.Context, alert map[string]any) (Timeline, error) {
	a := Compile(alert, r)
	return a.Rehearse(ctx, r.Data, r.Start, r.Until(a))
}

// Until returns the time up to which an alert runs: r.End, the first run that reads the last point, or the time just after that point.
func (r Recording) Until(a *Alert) time.Time {
	if r.End != nil {
		return *r.End
	}
	after := r.last.Add(-time.Nanosecond)
	if after.Before(r.Start) {
		after = r.Start
	}
	if at, ok := a.Next(after); ok && !a.inactive {
		return at
	}
	return r.last.Add(time.Nanosecond)
}
