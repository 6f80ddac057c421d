// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"math"
	"slices"
	"time"
)

// median returns the median of the values. Without values it returns NaN, which fails every bar.
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

// medianOf returns the median of one figure of the samples.
func (s *series) medianOf(value func(sample) float64) float64 {
	var values []float64
	for _, taken := range s.samples {
		values = append(values, value(taken))
	}
	return median(values)
}

// ratioTo returns the median of the ratios of wall times to another series, run by run.
func (s *series) ratioTo(other *series) float64 {
	var ratios []float64
	for run := range min(len(s.samples), len(other.samples)) {
		ratios = append(ratios, s.samples[run].wall.Seconds()/other.samples[run].wall.Seconds())
	}
	return median(ratios)
}

// growth returns to / from for two differences. If one is not positive, noise on the machine exceeds the measured difference, and
// growth returns NaN, which fails every bar.
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

// seconds formats a time in a suitable unit.
func seconds(s float64) string {
	return time.Duration(math.Round(s * float64(time.Second))).Round(rounding(s)).String()
}

// rounding returns a unit that leaves about three digits of a time.
func rounding(s float64) time.Duration {
	step := time.Nanosecond
	for ; float64(step)*1000 < s*float64(time.Second); step *= 10 {
	}
	return step
}
