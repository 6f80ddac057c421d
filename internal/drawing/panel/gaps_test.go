// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

func at(times ...float64) (points [][2]float64) {
	for _, t := range times {
		points = append(points, [2]float64{t, 1})
	}
	return points
}

// TestGaps checks that a line has a gap where values are missing for more than three typical intervals.
func TestGaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		points [][2]float64
		want   []int
	}{
		{nil, nil},
		{at(0, 100), nil}, // gaps requires at least two intervals
		{at(0, 1, 100), []int{1}},
		{at(0, 1, 2, 3, 6, 7), nil},
		{at(0, 1, 2, 3, 6.1, 7, 8, 9, 10, 11, 12), []int{3}},
		{at(0, 1, 2, 3, 10, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35), []int{3, 4}}, // a point between two gaps
		{at(0, 0, 0, 1, 2), nil},
		{at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17), nil},
		{append(at(make([]float64, 40)...), at(1, 2, 3, 100)...), []int{42}},
	} {
		if got := gaps(c.points, c.points); !slices.Equal(got, c.want) {
			t.Errorf("the gaps of %v are %v, want %v", c.points, got, c.want)
		}
	}
	// If values are sent only when they change, the intervals between them are irregular. Of 10,000 such intervals, at most 20 may count as
	// gaps.
	random := rand.New(rand.NewPCG(1, 2))
	var irregular [][2]float64
	for now := 0.0; len(irregular) < 10_000; now += random.ExpFloat64() {
		irregular = append(irregular, [2]float64{now, 1})
	}
	if got := len(gaps(irregular, irregular)); got > 20 {
		t.Errorf("%d of 10000 irregular intervals are gaps", got)
	}
}

// TestGapsOfFewerPoints checks that downsampling a series does not move the gaps in its line.
func TestGapsOfFewerPoints(t *testing.T) {
	t.Parallel()
	var all [][2]float64
	for i := range 1000 {
		if i < 300 || i > 350 {
			all = append(all, [2]float64{float64(i), float64(i % 7)})
		}
	}
	kept := downsample(all, 100)
	got := gaps(all, kept)
	if len(got) != 1 || kept[got[0]][0] >= 300 || kept[got[0]+1][0] <= 350 {
		t.Errorf("the gaps are %v", got)
	}
}

// TestTrend checks that the lines of the chart below a stat have coordinates from 0 to 1, and a gap where values are missing.
func TestTrend(t *testing.T) {
	t.Parallel()
	item := chartItem{}
	for _, minute := range []int{0, 10, 20, 30, 90, 100} {
		at := fmt.Sprintf("2026-03-02T%02d:%02d:00Z", minute/60, minute%60)
		item.values.Points = append(item.values.Points, pointAt(t, at, float64(minute)))
	}
	got := item.trendLines(span{clock(t, "2026-03-02T00:00:00Z"), clock(t, "2026-03-02T01:40:00Z")})
	want := [][][2]float64{{{0, 0}, {0.1, 0.1}, {0.2, 0.2}, {0.3, 0.3}}, {{0.9, 0.9}, {1, 1}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	item.values.Points = append(item.values.Points, pointAt(t, "2026-03-02T01:41:00Z", "E17"))
	if got := item.trendLines(span{}); got != nil {
		t.Errorf("texts have the trend %v", got)
	}
}

// TestSpans checks that a timeline joins equal states, and has no span where values are missing.
func TestSpans(t *testing.T) {
	t.Parallel()
	v := &widget{}
	v.panel.X = Axis{Min: millis(clock(t, "2026-03-02T00:00:00Z")), Max: millis(clock(t, "2026-03-02T02:00:00Z"))}
	item := chartItem{}
	for i, state := range []string{"on", "on", "off", "off", "on"} {
		minute := i*10 + i/4*40
		item.values.Points = append(item.values.Points, pointAt(t, fmt.Sprintf("2026-03-02T%02d:%02d:00Z", minute/60, minute%60), state))
	}
	var got []string
	for _, s := range v.spans(item, item.times(), 1) {
		got = append(got, fmt.Sprintf("%s %v-%v", s.Text, (s.From-v.panel.X.Min)/60_000, (s.To-v.panel.X.Min)/60_000))
	}
	if want := []string{"on 0-20", "off 20-40", "on 80-90"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLastStatus checks that the status of an alert's last run has a visible width in the alert's strip, even though the strip ends at that
// run.
func TestLastStatus(t *testing.T) {
	t.Parallel()
	timeline := rehearsal.Timeline{Runs: []rehearsal.Run{
		{Timestamp: clock(t, "2026-03-02T06:00:00Z"), Status: rehearsal.NoAlert},
		{Timestamp: clock(t, "2026-03-03T06:00:00Z"), Status: rehearsal.Alerting},
	}}
	end := millis(timeline.Runs[1].Timestamp)
	got := statusStrip(timeline, millis(timeline.Runs[0].Timestamp), end, 240)
	const sixMinutes = 6 * 60_000 // a pixel
	if len(got) != 2 || got[1].Text != rehearsal.Alerting || got[1].From != end-5*sixMinutes || got[0].To != got[1].From {
		t.Errorf("got %+v", got)
	}
}

// TestCutTexts checks that a tick has no label if the edge of the picture would cut the label off.
func TestCutTexts(t *testing.T) {
	t.Parallel()
	long := "a string that is more than eighty pixels wide"
	a := Axis{Max: 100, Ticks: []Tick{{0, long}, {50, "x"}, {100, long}}}
	a.dropClippedLabels(marginLeft, 200)
	if a.Ticks[0].Text+a.Ticks[1].Text+a.Ticks[2].Text != "x" {
		t.Errorf("got %+v", a.Ticks)
	}
}
