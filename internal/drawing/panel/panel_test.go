// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
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
		{math.Copysign(0, -1), -1, "", "0"},
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
		{1234, 0, "", "1234"},
		{1e15, 0, "", "1000 T"},
		{100.4, -1, "", "100"},
		{10.44, -1, "", "10.4"},
		{999.5, -1, "", "1 k"},
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
		{numberFormat{decimals: -1}, 0, 5e-5, "0.00000, 0.00001, 0.00002, 0.00003, 0.00004, 0.00005"},
		{numberFormat{decimals: -1}, 0, 5e-6, "0, 1e-6, 2e-6, 3e-6, 4e-6, 5e-6"},
		{numberFormat{}, 0, 2500, "0, 500, 1000, 1500, 2000, 2500"},
		{numberFormat{decimals: 6}, 0, 5, "0, 1.000000, 2.000000, 3.000000, 4.000000, 5.000000"},
		{numberFormat{decimals: 1}, -1, 0, "-1.0, -0.8, -0.6, -0.4, -0.2, 0.0"},
		{numberFormat{}, 0, 1, "0, 1"},
		{numberFormat{}, 0, 3, "0, 1, 2, 3"},
		{numberFormat{}, 98.2, 99, "98.2, 98.4, 98.6, 98.8, 99.0"},
		{numberFormat{decimals: 1}, -0.1, 0.2, "-0.1, 0.0, 0.1, 0.2"},
		{numberFormat{decimals: 2}, 0, 5e15, "0, 1000 T, 2000 T, 3000 T, 4000 T, 5000 T"},
		{numberFormat{decimals: -1}, 1234, 1234.0005, "1.2340000 k, 1.2340001 k, 1.2340002 k, 1.2340003 k, 1.2340004 k, 1.2340005 k"},
		{numberFormat{decimals: -1}, 12345e-9, 12347e-9, "1.2345e-5, 1.23455e-5, 1.2346e-5, 1.23465e-5, 1.2347e-5"},
		{numberFormat{decimals: -1}, 1e11, 1e11 + 1, "100.000000000 G, 100.000000001 G"},
		{numberFormat{decimals: -1}, -4e20, 0, "-4e+20, -3e+20, -2e+20, -1e+20, 0"},
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

// TestTicks checks that ticks are at round times in the axis's time zone, even on days when clocks change.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, until, zone, format, want string }{
		{"2026-03-02T12:03:00Z", "2026-03-02T12:59:00Z", "UTC", "", "12:10 12:20 12:30 12:40 12:50"},
		{"2026-03-28T21:00:00Z", "2026-03-29T09:00:00Z", "Europe/Berlin", "", "22:00 00:00 03:00 04:00 06:00 08:00 10:00"},
		{"2026-10-24T21:00:00Z", "2026-10-25T09:00:00Z", "Europe/Berlin", "", "00:00 02:00 04:00 06:00 08:00 10:00"},
		{"2026-02-20T12:00:00Z", "2026-03-05T12:00:00Z", "UTC", "", "02-21 02-23 02-25 02-27 03-01 03-03 03-05"},
		{"2025-11-20T12:00:00Z", "2026-06-05T12:00:00Z", "UTC", "MMM ''yy", "Dec 25 Jan 26 Feb 26 Mar 26 Apr 26 May 26 Jun 26"},
		{"2026-02-01T00:00:00Z", "2026-03-29T12:00:00Z", "UTC", "", "02-02 02-09 02-16 02-23 03-02 03-09 03-16 03-23"},
		{"2026-03-26T12:00:00Z", "2026-03-31T12:00:00Z", "Europe/Berlin", "dd HH", "27 00 28 00 29 00 30 00 31 00"},
		{"2026-03-02T12:00:00Z", "2026-03-07T12:00:00Z", "UTC", "", "03-03 03-04 03-05 03-06 03-07"},
		{"2025-11-20T12:00:00Z", "2026-05-05T12:00:00Z", "UTC", "", "2025-12 2026-01 2026-02 2026-03 2026-04 2026-05"},
		{"2026-03-02T12:00:00Z", "2026-03-03T12:01:00Z", "UTC", "", "12:00 16:00 20:00 00:00 04:00 08:00 12:00"},
		{"2026-03-02T12:00:30Z", "2026-03-02T12:05:30Z", "UTC", "", "12:01 12:02 12:03 12:04 12:05"},
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

// TestColors checks that ParseColor accepts only colors. Any other string could contain markup.
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

// TestDownsample checks that downsample never drops the peak, the first point or the last point.
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

// TestMappings checks that regular expressions in value_mappings run in linear time, and that unsupported ones are reported.
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
		{"type": "regex", "regular_expression": "^(a{31}b){30}$"},
		{"type": "regex", "regular_expression": "^(a{31}b){31}$"},
		{"type": "regex", "regular_expression": "(abcdefghij){400}"},
		{"type": "regex", "regular_expression": "[" + strings.Repeat("q", maxPattern-2) + "]", "display_text": "long"},
		{"type": "regex", "regular_expression": "[" + strings.Repeat("q", maxPattern-1) + "]"},
		{"type": "other"},
		{},
	})
	if len(problems) != 6 || len(all.list) != 7 {
		t.Errorf("%d mappings and the problems %q", len(all.list), problems)
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{1.0, "one"},
		{"1", "one"},
		{5.0, "five or more"},
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

// TestMappingsEnd checks that value mappings ignore regular expressions once the total cost of matching exceeds maxWork.
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

// TestBands checks the bands of a scale. There must be one band for each threshold between the ends of the scale. Below them, there must be
// a band in the color of the highest threshold at or below the start of the scale.
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

// TestDownsampleKeepsThePointBeforeTheEnd checks that no rounding error makes downsample drop a peak just before the last point.
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
