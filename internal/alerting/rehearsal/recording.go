// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"time"
)

// Recording contains recorded data and everything else that determines the results of alerts and charts.
type Recording struct {
	Data Data
	// HasData reports whether Data is a Series with points.
	HasData bool

	// Metadata contains the values of METADATA items. A key contains the ids of an asset and a metadata field. If a value is meant for a
	// single alert item instead, its key has an empty Asset, and Attribute is the item's ref_id.
	Metadata map[Key]any

	// Location is the time zone of cron schedules. nil means UTC.
	Location *time.Location

	// Start is the time after which alerts run. The schedules of rate alerts begin at Start: with a rate of 5 minutes and a Start of 00:02,
	// runs are at 00:07, 00:12 and so on.
	Start time.Time

	// End is the time up to which alerts run. If End is nil, each alert runs until it has read the last point.
	End *time.Time

	last  time.Time // time of the last point
	given []string  // ref_ids of QUERY items that have points of their own, instead of the points of an asset and attribute
}

// NewRecording returns a recording that starts at the first point of the series.
func NewRecording(series Series) Recording {
	r := Recording{Data: series, given: series.RefIDs()}
	r.Start, r.last, r.HasData = series.Span()
	return r
}

// Last returns the time of the last point.
func (r Recording) Last() time.Time { return r.last }

// Rehearse runs an alert on the recording and returns its timeline. The alert is the engine's JSON or the attributes of an engine_alert.
func (r Recording) Rehearse(ctx context.Context, alert map[string]any) (Timeline, error) {
	a := Compile(alert, r)
	return a.Rehearse(ctx, r.Data, r.Start, r.Until(a))
}

// Until returns the time up to which an alert runs. This is r.End if it is set. Otherwise, it is the time of the alert's first run after
// which no recorded points are left to read. If there is no such run, Until returns a time just after the last point.
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
