// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// drawnCalculation is a random expression that contains $A and $B, and a Go function that calculates the same. The function returns false
// if the expression has no value.
type drawnCalculation struct {
	text  string
	value func(a, b float64) (float64, bool)
}

func drawnCalculations() []drawnCalculation {
	plain := func(text string, f func(a, b float64) float64) drawnCalculation {
		return drawnCalculation{text, func(a, b float64) (float64, bool) {
			n := f(a, b)
			return n, !math.IsNaN(n) && !math.IsInf(n, 0)
		}}
	}
	return []drawnCalculation{
		plain("$A - $B", func(a, b float64) float64 { return a - b }),
		plain("$A / $B", func(a, b float64) float64 { return a / b }),
		plain("$A % 3 + $B * 2", func(a, b float64) float64 { return math.Mod(a, 3) + b*2 }),
		plain("Math.max($A, $B, 0)", func(a, b float64) float64 { return max(a, b, 0) }),
		plain("Math.sqrt($A) + Math.abs($B)", func(a, b float64) float64 { return math.Sqrt(a) + math.Abs(b) }),
		plain("$A > $B", func(a, b float64) float64 { return truth(a > b) }),
		plain("$A > 2 && $B > 2 ? 10 : $A < 0 || $B < 0 ? -10 : 0", func(a, b float64) float64 {
			return 10*truth(a > 2 && b > 2) - 10*truth(!(a > 2 && b > 2) && (a < 0 || b < 0))
		}),
		plain("$A ** 2 + $B * $B", func(a, b float64) float64 { return a*a + b*b }),
		{"$A > $B ? $A : null", func(a, b float64) (float64, bool) { return a, a > b }},
		{"$A.toFixed(1) == 1 ? undefined : Number(`${$A + $B}`)", func(a, b float64) (float64, bool) { return a + b, a != 1 }},
	}
}

// simpleAlert is a second, simpler implementation of an alert. TestIndependentEvaluation compares its results with those of this package.
type simpleAlert struct {
	a, b                  []Point
	unit                  time.Duration
	group                 string
	limit                 int
	oldest                bool
	calculation           *drawnCalculation
	aggregation, operator string
	thresholds            []threshold
	window                time.Duration
}

func (s *simpleAlert) query(points []Point, at time.Time) map[int64]float64 {
	groups := map[int64][]float64{}
	for _, p := range points {
		if p.Time.After(at.Add(-s.window)) && !p.Time.After(at) {
			key := p.Time.UnixNano()
			if s.group != "" {
				key = p.Time.Truncate(s.unit).UnixNano()
			}
			n, _ := number(p.Value)
			groups[key] = append(groups[key], n)
		}
	}
	found := map[int64]float64{}
	for key, values := range groups {
		found[key] = joined(s.group, values)
	}
	keys := slices.Sorted(maps.Keys(found))
	if s.oldest {
		slices.Reverse(keys)
	}
	for _, key := range keys[:max(len(keys)-s.limit, 0)] {
		delete(found, key)
	}
	return found
}

func joined(how string, values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	switch how {
	case "avg":
		return sum / float64(len(values))
	case "sum":
		return sum
	case "min":
		return slices.Min(values)
	case "max":
		return slices.Max(values)
	default:
		return values[len(values)-1]
	}
}

func (s *simpleAlert) run(at time.Time) string {
	a := s.query(s.a, at)
	if s.calculation != nil {
		b := s.query(s.b, at)
		calculated := map[int64]float64{}
		for key, value := range a {
			if other, ok := b[key]; ok {
				if n, ok := s.calculation.value(value, other); ok {
					calculated[key] = n
				}
			}
		}
		a = calculated
	}
	if len(a) == 0 {
		return "no_data"
	}
	var values []float64
	for _, key := range slices.Sorted(maps.Keys(a)) {
		values = append(values, a[key])
	}
	n := joined(s.aggregation, values)
	for i, t := range s.thresholds {
		if map[string]bool{"gt": n > t.value, "ge": n >= t.value, "lt": n < t.value, "le": n <= t.value, "eq": n == t.value}[s.operator] {
			return fmt.Sprintf("%s %g by %d", t.status, n, i)
		}
	}
	return fmt.Sprintf("no_alert %g", n)
}

func TestIndependentEvaluation(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(20, 3))
	statuses := map[string]int{}
	for i := range 150 {
		s, alert := drawnPair(draw)
		data := Series{{"pump", "pressure"}: s.a, {"pump", "flow"}: s.b}
		timeline, err := Compile(alert, Recording{Start: midnight}).Rehearse(t.Context(), data, midnight, midnight.Add(2*time.Hour))
		if err != nil || len(timeline.Runs) == 0 {
			t.Fatalf("alert %d: %d runs, %v", i, len(timeline.Runs), err)
		}
		checkTimeline(t, timeline)
		for _, run := range timeline.Runs {
			got := run.Status
			if run.Aggregation != nil {
				got += fmt.Sprintf(" %g", *run.Aggregation)
			}
			if run.Threshold != nil {
				got += fmt.Sprintf(" by %d", run.Threshold.Index)
			}
			statuses[run.Status]++
			if want := s.run(run.Timestamp); got != want {
				t.Errorf("alert %d, %v, at %v: got %s %s, want %s", i, alert, run.Timestamp, got, run.Err, want)
			}
		}
	}
	for _, status := range []string{"alert", "warning", NoAlert, NoData} {
		if statuses[status] < 100 {
			t.Errorf("there are %v", statuses)
		}
	}
}

// drawnPair returns a random alert in two forms: as a simpleAlert, and as attributes for Compile. All values are multiples of 1/4, so that
// sums are exact in any order.
func drawnPair(draw *rand.Rand) (*simpleAlert, map[string]any) {
	of := func(choices ...string) string { return choices[draw.IntN(len(choices))] }
	series := func() (points []Point) {
		at := midnight
		for range draw.IntN(200) {
			at = at.Add(time.Duration(1+draw.IntN(6)) * 15 * time.Second)
			points = append(points, Point{at, float64(draw.IntN(80)-30) / 4})
		}
		return points
	}
	s := &simpleAlert{
		a: series(), b: series(), group: of("", "avg", "sum", "min", "max", "last"), limit: []int{10_000, 1, 5}[draw.IntN(3)],
		oldest: draw.IntN(2) == 0, aggregation: of("avg", "sum", "min", "max", "last"), operator: of("gt", "ge", "lt", "le", "eq"),
		window: time.Duration(1+draw.IntN(40)) * 30 * time.Second,
	}
	unit := of("second", "minute", "hour")
	s.unit = map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour}[unit]
	query := func(ref, attribute string) map[string]any {
		item := map[string]any{
			"ref_id": ref, "type": "QUERY", "query_filter_asset": "pump", "query_filter_attribute": attribute,
			"query_limit": s.limit,
		}
		if s.oldest {
			item["query_sort_direction"] = 1
		}
		if s.group != "" {
			item["query_group_unit"], item["query_group_function"] = unit, s.group
		}
		return item
	}
	items, target := []any{query("A", "pressure"), query("B", "flow")}, "A"
	if draw.IntN(3) > 0 {
		s.calculation = &drawnCalculations()[draw.IntN(len(drawnCalculations()))]
		items, target = append(items, map[string]any{"ref_id": "C", "type": "EXPRESSION", "expression": s.calculation.text}), "C"
	}
	var thresholds []any
	for range 1 + draw.IntN(3) {
		threshold := threshold{value: float64(draw.IntN(60)-20) / 4, status: of("alert", "warning", "no_alert")}
		s.thresholds = append(s.thresholds, threshold)
		thresholds = append(thresholds, map[string]any{"value": threshold.value, "status": threshold.status})
	}
	return s, map[string]any{
		"type": "rate", "rate_value": 1 + draw.IntN(5), "rate_unit": "minute", "alert_items": items, "stmt_target_variable": target,
		"stmt_thresholds":  thresholds,
		"stmt_time_window": s.window.Seconds(), "stmt_aggregation": s.aggregation, "stmt_operator": s.operator,
	}
}
