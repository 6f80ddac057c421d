// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"math"
	"slices"
	"time"
)

// median is the middle of the values, or of the two in the middle. Of none it is no number, which keeps no bar.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// medianOf is the median of something about the samples.
func (s *series) medianOf(value func(sample) float64) float64 {
	var values []float64
	for _, taken := range s.samples {
		values = append(values, value(taken))
	}
	return median(values)
}

// ratioTo is the median of the wall times, each divided by that of the other series in the same run.
func (s *series) ratioTo(other *series) float64 {
	var ratios []float64
	for run := range min(len(s.samples), len(other.samples)) {
		ratios = append(ratios, s.samples[run].wall.Seconds()/other.samples[run].wall.Seconds())
	}
	return median(ratios)
}

// growth is how many times the second of two differences is the first. Where one of them is not above nothing, the noise of the
// machine is larger than what was to be measured: that is no number, which keeps no bar.
func growth(from, to float64) float64 {
	if from <= 0 || to <= 0 {
		return math.NaN()
	}
	return to / from
}

func wallSeconds(s sample) float64 { return s.wall.Seconds() }
func cpuSeconds(s sample) float64  { return s.CPU.Seconds() }
func requests(s sample) float64    { return float64(s.requests) }
func peakMegabytes(s sample) float64 {
	return s.Peak / (1 << 20)
}

// seconds is a time in the unit that reads best.
func seconds(s float64) string {
	return time.Duration(math.Round(s * float64(time.Second))).Round(rounding(s)).String()
}

// rounding leaves three digits or so.
func rounding(s float64) time.Duration {
	step := time.Nanosecond
	for ; float64(step)*1000 < s*float64(time.Second); step *= 10 {
	}
	return step
}
