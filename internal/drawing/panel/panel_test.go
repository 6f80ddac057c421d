// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

func clock(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func pointAt(t *testing.T, time string, value any) rehearsal.Point {
	t.Helper()
	return rehearsal.Point{Time: clock(t, time), Value: value}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n        float64
		decimals int
		unit     string
		want     string
	}{
		{1234, -1, "", "1.23 k"},
		{999.9, -1, "", "1 k"},
		{1e6, -1, "bar", "1 M bar"},
		{-1500, -1, "", "-1.5 k"},
		{0, -1, "", "0"},
		{0.5, -1, "%", "0.5%"},
		{12.345, -1, "°C", "12.3 °C"},
		{0.01234, -1, "", "0.0123"},
		{0.00001, -1, "", "1e-5"},
		{1e18, -1, "", "1e+18"},
		{1234.5, 2, "", "1234.50"},
		{-0.001, 2, "", "0.00"},
		{2.5e12, -1, "", "2.5 T"},
		{123.4, -1, "", "123"},
		{1234, -1, "W", "1.23 kW"},
		{1234, -1, "m³/h", "1234 m³/h"},
		{1500, -1, "%", "1500%"},
	} {
		if got := (numberFormat{decimals: c.decimals, unit: c.unit}).text(c.n); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.n, c.decimals, got, c.want)
		}
	}
}

func TestNumberTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format      numberFormat
		least, most float64
		want        string
	}{
		{numberFormat{decimals: -1, unit: "V"}, 0, 2500, "0 V, 0.5 kV, 1.0 kV, 1.5 kV, 2.0 kV, 2.5 kV"},
		{numberFormat{decimals: -1, unit: "bar"}, 0, 2.5e-7, "0 bar, 5e-8 bar, 1e-7 bar, 1.5e-7 bar, 2e-7 bar, 2.5e-7 bar"},
		{numberFormat{decimals: -1, whole: true}, 0, 3, "0, 1, 2, 3"}, // counts
		{numberFormat{decimals: 1}, -1, 0, "-1.0, -0.8, -0.6, -0.4, -0.2, 0.0"},
	} {
		var texts []string
		for _, tick := range c.format.ticks(c.least, c.most, 155) {
			texts = append(texts, tick.Text)
		}
		if got := strings.Join(texts, ", "); got != c.want {
			t.Errorf("the ticks from %v to %v are %s, want %s", c.least, c.most, got, c.want)
		}
	}
}

func TestTimeRanges(t *testing.T) {
	t.Parallel()
	now := clock(t, "2026-03-31T12:00:00Z")
	for want, a := range map[string]attributes{
		"2026-03-30 12:00 to 2026-03-31 12:00 UTC": {},
		"2026-03-24 12:00 to 2026-03-31 12:00 UTC": {"timestamp_gte": "now - 7d", "timestamp_lte": "now"},
		"2026-03-31 11:00 to 12:00 UTC":            {"relative_window_time": "3600"},
		"1926-01-15 12:00 to 2026-03-31 12:00 UTC": {"relative_window_time": maxSpan.Seconds()},
		"2026-03-31 10:00 to 11:00 UTC":            {"relative_window_time": "1h", "timestamp_lte": "now-1h"},
		"2026-03-03 12:00 to 2026-03-31 12:00 UTC": {"timestamp_gte": "now - 4w"},
		"2025-03-31 12:00 to 2026-03-31 12:00 UTC": {"timestamp_gte": "now - 1y"},
		"2026-01-31 12:00 to 2026-03-31 12:00 UTC": {"timestamp_gte": "now - 2M"},
		"2026-01-01 00:00 to 2026-01-02 00:00 UTC": {"timestamp_gte": "2026-01-01", "timestamp_lte": "2026-01-02T00:00:00Z"},
		"1700-01-01 00:00 to 1700-06-01 00:00 UTC": {"timestamp_gte": "1700-01-01", "timestamp_lte": "1700-06-01"},
		"2250-01-01 00:00 to 2250-12-31 00:00 UTC": {"timestamp_gte": "2250-01-01", "timestamp_lte": "2250-12-31"},
	} {
		s, problem := a.timeRange(now)
		if got := s.label(time.UTC); got != want || problem != "" {
			t.Errorf("%v is %s (%s), want %s", a, got, problem, want)
		}
	}
	for _, a := range []attributes{
		{"timestamp_gte": "now", "timestamp_lte": "now - 1d"},
		{"timestamp_gte": "yesterday"},
		{"timestamp_gte": "0001-01-01"},
		{"timestamp_lte": "9999-01-01"},
		{"timestamp_lte": "2251-01-01"},
		{"timestamp_gte": "1699-12-31"},
	} {
		if s, problem := a.timeRange(now); s.length() != 24*time.Hour || problem == "" {
			t.Errorf("%v is %s (%s)", a, s.label(time.UTC), problem)
		}
	}
}

// Ticks must be at round times in the time zone, even on days when clocks change.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, until, zone, format, want string }{
		{"2026-03-02T12:03:00Z", "2026-03-02T12:59:00Z", "UTC", "", "12:10 12:20 12:30 12:40 12:50"},
		{"2026-03-28T21:00:00Z", "2026-03-29T09:00:00Z", "Europe/Berlin", "", "22:00 00:00 03:00 04:00 06:00 08:00 10:00"},
		{"2026-10-24T21:00:00Z", "2026-10-25T09:00:00Z", "Europe/Berlin", "", "00:00 02:00 04:00 06:00 08:00 10:00"},
		{"2026-02-20T12:00:00Z", "2026-03-05T12:00:00Z", "UTC", "", "02-21 02-23 02-25 02-27 03-01 03-03 03-05"},
		{"2025-11-20T12:00:00Z", "2026-06-05T12:00:00Z", "UTC", "MMM ''yy", "Dec 25 Jan 26 Feb 26 Mar 26 Apr 26 May 26 Jun 26"},
		{"2020-01-02T00:00:00Z", "2026-06-05T12:00:00Z", "Asia/Kathmandu", "", "2021 2022 2023 2024 2025 2026"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, tick := range (timeAxis{span: span{clock(t, c.from), clock(t, c.until)}, zone: zone, width: 430, format: c.format}).ticks() {
			texts = append(texts, tick.Text)
		}
		if got := strings.Join(texts, " "); got != c.want {
			t.Errorf("%s to %s in %s has the ticks %s, want %s", c.from, c.until, c.zone, got, c.want)
		}
	}
	for format, want := range map[string]string{
		"MM-dd HH:mm": "03-02 14:05", "DD.MM.YYYY": "02.03.2026", "yyyy-MM-dd'T'HH:mm:ss": "2026-03-02T14:05:09", "h:mm a": "2:05 PM",
		"EEE d MMM": "Mon 2 Mar", "[at] HH": "at 14", "'": "", "é": "é",
		"'Week 1' d": "Week 1 2", "H:m:s.SSS": "14:5:9.000", "Q1 _2": "Q1 _2",
	} {
		if got := formatTime(time.Date(2026, 3, 2, 14, 5, 9, 0, time.UTC), format); got != want {
			t.Errorf("%s gives %q, want %q", format, got, want)
		}
	}
}

// ParseColor must accept only colors, because any other string could contain markup.
func TestColors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Red": "#ff0000", "#1f77b4": "#1f77b4", "#ABC": "#aabbcc", "#abcd": "#aabbcc", "#11223344": "#112233", " orange ": "#ffa500",
		"rebeccapurple":         "#663399",
		`red" onload="alert(1)`: "", "url(#a)": "", "rgb(1,2,3)": "", "#12": "", "": "", "#gggggg": "", "#fff\n": "#ffffff", "inherit": "",
	} {
		if got, ok := ParseColor(text); got != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// downsample may drop points, but not the peak, the first point or the last point.
func TestDownsample(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		points := make([][2]float64, rapid.IntRange(0, 3000).Draw(t, "count"))
		for i := range points {
			points[i] = [2]float64{float64(i), math.Sin(float64(i) / 50)}
		}
		peak := -1
		if len(points) > 2 {
			peak = rapid.IntRange(1, len(points)-2).Draw(t, "peak")
			points[peak][1] = 1000
		}
		most := rapid.IntRange(3, 400).Draw(t, "most")
		kept := downsample(points, most)
		if len(kept) > max(most, len(points)) || len(kept) > most && len(points) > most || len(kept) != min(most, len(points)) {
			t.Fatalf("%d of %d points are kept, at most %d", len(kept), len(points), most)
		}
		if len(points) > 0 && (kept[0] != points[0] || kept[len(kept)-1] != points[len(points)-1]) {
			t.Error("an end is missing")
		}
		if peak >= 0 && !slices.Contains(kept, points[peak]) {
			t.Errorf("the peak at %d is missing", peak)
		}
	})
}

// Regular expressions must run in linear time, and unsupported ones must be reported.
func TestMappings(t *testing.T) {
	t.Parallel()
	all, problems := readMappings([]attributes{
		{"type": "regex", "order": 3.0, "regular_expression": "^(a+)+$", "display_text": "slow"},
		{"type": "exact_match", "order": 0.0, "match_value": "1.0", "display_text": "one"},
		{"order": 1.0, "range_start": 5.0, "display_text": "five or more"},
		{"type": "regex", "order": 2.0, "regular_expression": "^E[0-9]+$", "display_text": "fault"},
		{"type": "regex", "regular_expression": "(", "display_text": "broken"},
		{"type": "regex", "regular_expression": "(?=a)b", "display_text": "lookaround"},
		{"type": "regex", "regular_expression": "((a{900}){900}){900}", "display_text": "huge"},
		{"type": "regex", "regular_expression": "^\\u00b0\\/\\d$", "display_text": "escapes"},
		{"type": "other"},
		{},
	})
	if len(problems) != 3 || len(all.list) != 5 {
		t.Errorf("%d mappings and the problems %q", len(all.list), problems)
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{1.0, "one"},
		{"1", "one"},
		{7.0, "five or more"},
		{"E17", "fault"},
		{2.0, ""},
		{true, ""},
		{"aaa", "slow"},
		{"°/1", "escapes"},
		{strings.Repeat("a", 60) + "b", ""},
	} {
		if got, ok := all.label(c.value); got != c.want || ok != (c.want != "") {
			t.Errorf("%v is %q, want %q", c.value, got, c.want)
		}
	}
}

// Once matching has used up its budget, regular expressions must no longer match anything.
func TestMappingsEnd(t *testing.T) {
	t.Parallel()
	all, _ := readMappings([]attributes{{"type": "regex", "regular_expression": "^(.*1){200}$|0$", "display_text": "x"}})
	matched := 0
	for i := range maxMatches {
		if _, ok := all.label(strings.Repeat("1", 190) + strconv.Itoa(10*i)); ok {
			matched++
		}
	}
	if matched == 0 || matched == maxMatches {
		t.Errorf("%d of %d values match", matched, maxMatches)
	}
}

// All values of a widget must share one scale, so that a larger value never has a shorter bar. Configured limits must still apply.
func TestOneScale(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values     []float64
		attributes map[string]any
		least      float64
		most       float64
	}{
		"no limits":  {[]float64{4, 90}, nil, 0, 100},
		"a limit":    {[]float64{4, 90}, map[string]any{"max_limit": 50.0}, 0, 50},
		"negative":   {[]float64{-3, -60}, nil, -60, 0},
		"both signs": {[]float64{-3, 45}, nil, -3, 50},
	} {
		for _, kind := range []string{"gauge", "bargauge"} {
			var items []any
			metadata := map[rehearsal.Key]any{}
			for i, value := range c.values {
				id := strconv.Itoa(i)
				metadata[rehearsal.Key{Asset: "pump", Attribute: id}] = value
				items = append(items, map[string]any{
					"ref_id": "R" + id, "type": "METADATA", "query_filter_asset": map[string]any{"id": "pump"},
					"query_filter_metadata": map[string]any{"id": id},
				})
			}
			document := map[string]any{"type": kind, "chart_items": items}
			maps.Copy(document, c.attributes)
			p := World{Recording: rehearsal.Recording{Metadata: metadata}}.Widget(t.Context(), document, Size{Width: 300, Height: 200})
			if len(p.Values) != len(c.values) || len(p.Problems) > 0 {
				t.Fatalf("%s: got %+v", name, p)
			}
			for _, v := range p.Values {
				if v.Min != c.least || v.Max != c.most {
					t.Errorf("%s, %s: %v is on a scale from %v to %v, want %v to %v", kind, name, v.Value, v.Min, v.Max, c.least, c.most)
				}
			}
		}
	}
}

// A scale must have a band for each threshold within it, and begin with the color of the highest threshold below it.
func TestBands(t *testing.T) {
	t.Parallel()
	v := &widget{attributes: attributes{"max_limit": 10.0}, levels: []level{{-5, "low", ""}, {0, "zero", ""}, {5, "half", ""}, {10, "end", ""}}}
	var value Value
	v.setScale(&value, "base", 0, 8)
	if want := []Band{{0.5, "zero"}, {1, "half"}}; !slices.Equal(value.Bands, want) {
		t.Errorf("got %v, want %v", value.Bands, want)
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, width := rapid.String().Draw(t, "text"), rapid.Float64Range(0, 300).Draw(t, "width")
		if got := Truncate(text, 12, width); TextWidth(got, 12) > width && got != "" {
			t.Errorf("%q is wider than %v", got, width)
		}
	})
}

// With 1497 points and a limit of 85, each group has 18.01 points. Rounding this size must not lose the last point.
func TestDownsampleKeepsThePointBeforeTheEnd(t *testing.T) {
	t.Parallel()
	points := make([][2]float64, 1497)
	for i := range points {
		points[i][0] = float64(i)
	}
	points[1495][1] = 1000
	if kept := downsample(points, 85); !slices.Contains(kept, points[1495]) {
		t.Errorf("the peak is missing in %v", kept)
	}
}
