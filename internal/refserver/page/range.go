// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// timeRange is the time range that a user has chosen for all widgets. From and Until are times, or relative times such as "now - 7d". From
// may also be "all", for all data. If From and Until are empty, each widget uses its own time range.
type timeRange struct{ From, Until string }

const allData = "all"

// picker is the form in which a user chooses a time range.
type picker struct {
	Chosen                    timeRange
	FromProblem, UntilProblem string // What is wrong with each end of the range, or "".
	Presets                   []preset
	Now                       time.Time
}

// preset is a link to a common time range.
type preset struct {
	Title, Address string
	Selected       bool
}

// errRange means that the time range in a URL is invalid.
var errRange = errors.New("invalid time range")

func readRange(parameters url.Values) timeRange {
	return timeRange{parameters.Get("from"), parameters.Get("until")}
}

// newPicker returns the form for choosing a time range on a tab, and the chosen time range. If the chosen range is invalid, the form
// describes the problem, and newPicker returns an empty range, so that each widget uses its own range.
func newPicker(parameters url.Values, tab string, now time.Time) (picker, timeRange) {
	p := picker{Chosen: readRange(parameters), Now: now}
	p.FromProblem, p.UntilProblem = p.Chosen.problems(now)
	for _, often := range []struct{ from, title string }{
		{"", "As declared"},
		{"now - 1h", "Last hour"},
		{"now - 6h", "Last 6 hours"},
		{"now - 24h", "Last 24 hours"},
		{"now - 7d", "Last 7 days"},
		{"now - 30d", "Last 30 days"},
		{allData, "All data"},
	} {
		t := timeRange{From: often.from}
		p.Presets = append(p.Presets, preset{often.title, "?" + t.With("tab", tab), t == p.Chosen})
	}
	if p.FromProblem+p.UntilProblem != "" {
		return p, timeRange{}
	}
	return p, p.Chosen
}

func (t timeRange) problems(now time.Time) (from, until string) {
	if t.From == allData {
		t.From = ""
	}
	return panel.RangeProblems(t.From, t.Until, now)
}

// applyTo makes the widget in doc show the time range t. An empty t changes nothing. If t is invalid, applyTo returns an error that wraps
// errRange.
func (t timeRange) applyTo(doc map[string]any, world panel.World) error {
	if from, until := t.problems(world.Now); from+until != "" {
		return fmt.Errorf("%w: %s", errRange, cmp.Or(from, until))
	}
	if t == (timeRange{}) {
		return nil
	}
	delete(doc, "relative_window_time")
	doc["timestamp_gte"], doc["timestamp_lte"] = t.From, cmp.Or(t.Until, "now")
	series, _ := world.Data.(rehearsal.Series)
	if first, last, ok := series.Span(); ok && t.From == allData {
		doc["timestamp_gte"] = first.Add(-time.Nanosecond).Format(time.RFC3339Nano)
		doc["timestamp_lte"] = cmp.Or(t.Until, last.Format(time.RFC3339Nano))
	}
	return nil
}

// With returns a URL query that contains the time range and the given parameter.
func (t timeRange) With(name, value string) string {
	query := url.Values{name: {value}}
	for end, at := range map[string]string{"from": t.From, "until": t.Until} {
		if at != "" {
			query.Set(end, at)
		}
	}
	return query.Encode()
}
