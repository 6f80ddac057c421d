// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"math"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 2, 9}, 3},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("the median of %v is %v, want %v", c.values, got, c.want)
		}
	}
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("the median of nothing is %v", got)
	}
}

// Other work on the machine slows down both series of a run.
func TestRatioIsOfTheSameRun(t *testing.T) {
	t.Parallel()
	of := func(walls ...time.Duration) *series {
		s := &series{}
		for _, wall := range walls {
			s.samples = append(s.samples, sample{wall: wall})
		}
		return s
	}
	base := of(10*time.Second, 40*time.Second, 20*time.Second)
	if got := of(11*time.Second, 44*time.Second, 26*time.Second).ratioTo(base); got != 1.1 {
		t.Errorf("the ratio is %v, want 1.1", got)
	}
	if got := of(15 * time.Second).ratioTo(base); got != 1.5 {
		t.Errorf("the ratio of one run is %v, want 1.5", got)
	}
}

func TestSecondsAreShort(t *testing.T) {
	t.Parallel()
	for s, want := range map[float64]string{
		12.3456: "12.3s", 0.0123456: "12.3ms", 0.000195666: "196µs", 195.7e-9: "196ns", 75.26: "1m15.3s", 0: "0s",
	} {
		if got := seconds(s); got != want {
			t.Errorf("%v seconds are %s, want %s", s, got, want)
		}
	}
}

func TestBars(t *testing.T) {
	t.Parallel()
	for want, b := range map[string]bar{
		"1.12 <= 1.3 pass":                {figure: 1.123, limit: 1.3},
		"26 requests <= 25 requests FAIL": {figure: 26, limit: 25, unit: " requests"},
		"0.55 >= 0.6 FAIL":                {figure: 0.55, limit: 0.6, least: true},
		"NaN <= 2 FAIL":                   {figure: math.NaN(), limit: 2},
	} {
		if got := b.String(); got != want {
			t.Errorf("the bar reads %q, want %q", got, want)
		}
	}
}

func TestGrowthOfNoiseIsNoNumber(t *testing.T) {
	t.Parallel()
	if got := growth(0.5, 2); got != 4 {
		t.Errorf("the growth is %v, want 4", got)
	}
	for _, differences := range [][2]float64{{0.5, -12}, {-0.1, 2}, {0, 2}, {-1, -2}} {
		if got := growth(differences[0], differences[1]); !math.IsNaN(got) {
			t.Errorf("the growth from %v to %v is %v", differences[0], differences[1], got)
		}
	}
}
