// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"reflect"
	"testing"
	"time"
)

// TestSamples checks that sample data is the same in every run, is at most slightly outside the range in its hint, and has a limited number
// of points.
func TestSamples(t *testing.T) {
	t.Parallel()
	known := hints{
		{Asset: "a", Attribute: "p"}: {low: 0, high: 8}, {Asset: "a", Attribute: "s"}: {choices: []any{"on", "off"}},
	}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, length := range []time.Duration{
		time.Minute, time.Hour, 24 * time.Hour, 7 * 24 * time.Hour, 365 * 24 * time.Hour,
		90 * 365 * 24 * time.Hour,
	} {
		points := sampleData{now, known}.Points("a", "p", now.Add(-length), now)
		if len(points) < 6 || len(points) > 601 || !points[len(points)-1].Time.Equal(now) {
			t.Errorf("%v have %d points", length, len(points))
		}
		later := sampleData{now.Add(time.Hour), known}.Points("a", "p", now.Add(time.Hour-length), now.Add(time.Hour))
		for i, p := range points {
			n, ok := p.Value.(float64)
			if !ok || n < 0 || n > 10 || !p.Time.After(now.Add(-length)) {
				t.Errorf("%v at %v", p.Value, p.Time)
			}
			if !reflect.DeepEqual(p.Value, later[i].Value) {
				t.Fatalf("the value %d is %v, and an hour later %v", i, p.Value, later[i].Value)
			}
		}
	}
	seen := map[any]bool{}
	for _, p := range (sampleData{now, known}).Points("a", "s", now.Add(-48*time.Hour), now) {
		seen[p.Value] = true
	}
	if !reflect.DeepEqual(seen, map[any]bool{"on": true, "off": true}) {
		t.Errorf("the choices are %v", seen)
	}
	if points := (sampleData{now: now}).Points("a", "b", now, now.Add(time.Hour)); len(points) != 0 {
		t.Errorf("the future has %d points", len(points))
	}
}
