// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// series contains the samples for an operation with one variant (a provider and its configuration). Each run contributes at most one
// sample.
type series struct {
	operation string
	count     int
	variant   string
	floor     *series
	samples   []sample
}

const heading = `
TERRAFORM'S COMMANDS
Medians. A ratio is to the floor: the same command with a provider that returns its input. It is the median of the
ratios of the single runs. The floor of the module is a for_each. Terraform keeps its state in a store, except in the rows that name a
local file. Requests, processor time and peak memory are the provider's. Objects are widgets for draw and alerts for all other commands.

`

func (m *measurer) print(w io.Writer) error {
	lines := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, heading) // Flush returns any error.
	_, _ = fmt.Fprintln(lines, "COMMAND\tOBJECTS\tOF\tRUNS\tTIME\tRATIO\tREQUESTS\tCPU\tMEMORY")
	for _, s := range m.results {
		_, _ = fmt.Fprintf(lines, "%s\t%d\t%s\t%d\t%.2f s\t%.2f\t%.0f\t%.2f s\t%.0f MB\n", s.operation, s.count, s.variant,
			len(s.samples), s.median(wallSeconds), s.ratioTo(s.floor), s.median(requests), s.median(cpuSeconds), s.median(peakMegabytes))
	}
	return lines.Flush()
}

func wallSeconds(s sample) float64   { return s.wall.Seconds() }
func cpuSeconds(s sample) float64    { return s.CPU.Seconds() }
func requests(s sample) float64      { return float64(s.requests) }
func peakMegabytes(s sample) float64 { return s.Peak / (1 << 20) }

// median returns the median of the given values, or NaN if there are none. NaN never meets a limit.
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

// median returns the median of one result over all runs, such as the time or the number of requests.
func (s *series) median(value func(sample) float64) float64 {
	var values []float64
	for _, taken := range s.samples {
		values = append(values, value(taken))
	}
	return median(values)
}

// ratioTo divides the time of s in each run by the time of a second series (other) in the same run. It returns the median of these ratios.
func (s *series) ratioTo(other *series) float64 {
	var ratios []float64
	for run := range min(len(s.samples), len(other.samples)) {
		ratios = append(ratios, wallSeconds(s.samples[run])/wallSeconds(other.samples[run]))
	}
	return median(ratios)
}

// growth divides the second number by the first. It returns NaN unless both are positive. A number may be zero or negative if it is the
// difference between two almost equal measurements.
func growth(from, to float64) float64 {
	if from <= 0 || to <= 0 {
		return math.NaN()
	}
	return to / from
}

type limit struct {
	name          string
	figure, limit float64
	unit          string // unit of figure and limit; "" for a ratio
	minimum       bool   // whether the limit is a minimum
}

func (l limit) isMet() bool {
	if l.minimum {
		return l.figure >= l.limit
	}
	return l.figure <= l.limit
}

// String formats the limit and the result. For example, "fresh apply / floor: 1.12 <= 1.3 met" means that the ratio 1.12 meets the limit of
// 1.3.
func (l limit) String() string {
	sign, verdict := "<=", "FAILED"
	if l.minimum {
		sign = ">="
	}
	if l.isMet() {
		verdict = "met"
	}
	return fmt.Sprintf("%s: %s %s %s %s", l.name, l.show(l.figure), sign, l.show(l.limit), verdict)
}

// show formats a figure with its unit, such as "25 requests", or "1.5ms" for the time of a Go benchmark.
func (l limit) show(figure float64) string {
	switch {
	case l.unit == perOperation && !math.IsNaN(figure):
		return time.Duration(figure).String()
	case l.unit == "":
		return fmt.Sprintf("%.3g", figure)
	}
	return fmt.Sprintf("%.3g %s", figure, l.unit)
}

func printLimits(w io.Writer, limits []limit) (missed int) {
	_, _ = fmt.Fprintln(w, "LIMITS")
	for _, l := range limits {
		_, _ = fmt.Fprintln(w, l)
		if !l.isMet() {
			missed++
		}
	}
	_, _ = fmt.Fprintf(w, "%d of %d limits are met.\n", len(limits)-missed, len(limits))
	return missed
}
