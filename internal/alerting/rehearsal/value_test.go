// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, v := range []any{7.5, json.Number("7.5"), "7.5", " 7.5 ", "75e-1", big.NewFloat(7.5)} {
		if n, ok := number(v); !ok || n != 7.5 {
			t.Errorf("%v is %v, %t", v, n, ok)
		}
	}
	for _, v := range []any{7, int64(7)} {
		if n, ok := number(v); !ok || n != 7 {
			t.Errorf("%v is %v, %t", v, n, ok)
		}
	}
	for _, v := range []any{
		nil, true, "", "x", "0x1p-2", "1_000", "NaN", "Inf", json.Number("1e999"), (*big.Float)(nil),
		[]any{1},
		math.NaN(), math.Inf(1),
		math.Inf(-1),
	} {
		if n, ok := number(v); ok {
			t.Errorf("%v is the number %v", v, n)
		}
	}
}

func TestParseDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[any]time.Duration{
		"5m": 5 * time.Minute, "1h 30m": 90 * time.Minute, "1.5s": 1500 * time.Millisecond, "2 w": 336 * time.Hour, "1d": 24 * time.Hour,
		"20ms": 20 * time.Millisecond, 90: 90 * time.Second, "90": 90 * time.Second, 1e-9: 1,
		0: 0, -1: 0, "5 minutes": 0, "m": 0, "": 0, nil: 0, 1e-10: 0, 1e10: 0, "99999999w": 0, 9223372036.854775807: 0,
	} {
		if got, ok := ParseDuration(text); got != want || ok != (want > 0) {
			t.Errorf("%v is %v, %t, want %v", text, got, ok, want)
		}
	}
}

// TestTextsOfNumbers checks how messages format numbers and durations.
func TestTextsOfNumbers(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]string{
		0: "0", -2.5: "-2.5", 1e-4: "0.0001", 9e-5: "9e-05", 999999999999999: "999999999999999", 1e15: "1e+15", -1e15: "-1e+15",
	} {
		if got := digits(n); got != want {
			t.Errorf("%g is %s, want %s", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		90 * time.Minute: "1h30m", 2 * time.Hour: "2h", 10 * time.Minute: "10m", 10 * time.Second: "10s", time.Hour + 10*time.Second: "1h0m10s",
	} {
		if got := Length(d); got != want {
			t.Errorf("%s is %s, want %s", d, got, want)
		}
	}
}

// TestSeries checks the methods of Series, and that NewSeries sorts points and keeps only the last of several points with the same time.
func TestSeries(t *testing.T) {
	t.Parallel()
	at := func(minute int, value float64) Point {
		return Point{midnight.Add(time.Duration(minute) * time.Minute), value}
	}
	for _, c := range []struct{ given, want []Point }{
		{[]Point{at(1, 1), at(2, 2), at(3, 3)}, []Point{at(1, 1), at(2, 2), at(3, 3)}},
		{[]Point{at(3, 3), at(1, 1), at(2, 2)}, []Point{at(1, 1), at(2, 2), at(3, 3)}},
		{[]Point{at(1, 1), at(1, 2), at(2, 3), at(2, 4)}, []Point{at(1, 2), at(2, 4)}},
	} {
		if got := NewSeries(pressure(c.given))[Key{"pump", "pressure"}]; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v becomes %v, want %v", c.given, got, c.want)
		}
	}
	series := Series{{"pump", "flow"}: {at(2, 0), at(5, 0)}, {"", "B"}: {at(1, 0), at(3, 0)}, {"", "A"}: nil}
	for range 50 { // Span visits the series in a different order each time.
		if first, last, ok := series.Span(); !ok || !first.Equal(at(1, 0).Time) || !last.Equal(at(5, 0).Time) {
			t.Errorf("the span is %v to %v, %t", first, last, ok)
		}
	}
	if _, _, ok := (Series{{"", "A"}: nil}).Span(); ok {
		t.Error("no points have a span")
	}
	if got := strings.Join(series.RefIDs(), " "); got != "A B" {
		t.Errorf("the ref_ids are %s", got)
	}
	a := Compile(rateAlert(t, ""), Recording{})
	if got := a.emptySeriesMessages(pressure([]Point{at(1, 1)})); len(got) > 0 {
		t.Errorf("one point is not enough: %v", got)
	}
	want := `item A reads the attribute "pressure" of the asset "pump", but the data have no points of it; of that asset they have "flow"`
	if got := strings.Join(a.emptySeriesMessages(series), "; "); got != want {
		t.Errorf("unmatched is %s", got)
	}
}
