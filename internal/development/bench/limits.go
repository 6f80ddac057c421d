// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

func (m *measurer) limits() []limit {
	n := m.sizes()
	of := func(o operation, count int) *series { return m.series(o, count, m.releasedVariant()) }
	ratio := func(o operation, count int) float64 { return of(o, count).ratioTo(m.series(o, count, echo())) }
	near, distant := of(plan(), n.usual), m.series(plan(), n.usual, m.releasedVariant().remote())
	imports := m.series(importPlan(n.usual), n.usual, m.adoptedVariant())
	bare, module := m.series(firstPlan(n.usual), n.usual, m.forEach()), m.series(firstPlan(n.usual), n.usual, m.module())

	example := m.series(draw(), exampleWidgets, m.drawnVariant("complete"))
	few, widgets := m.series(draw(), n.widgets/10, m.drawnVariant("widgets")), m.series(draw(), n.widgets, m.drawnVariant("widgets"))

	// aboveFloor returns how much CPU time a plan for count alerts takes with this provider, minus the time that it takes with a provider
	// that only returns its input and writes no log lines.
	aboveFloor := func(count int) float64 {
		return of(plan(), count).median(cpuSeconds) - m.series(plan(), count, silentEcho()).median(cpuSeconds)
	}
	return []limit{
		{name: "fresh apply / floor", figure: ratio(apply(n.usual), n.usual), limit: 1.10},
		{name: "plan / floor", figure: ratio(plan(), n.usual), limit: 1},
		{name: "plan", figure: near.median(requests), limit: 25, unit: "requests"},
		{name: "plan at 50 ms / plan", figure: distant.ratioTo(near), limit: 1.15},
		{name: "destroy / floor", figure: ratio(destroy(n.usual), n.usual), limit: 1.05},
		{name: "first plan with imports", figure: imports.median(requests), limit: 25, unit: "requests"},
		{name: "first plan, module alert-set / for_each", figure: module.ratioTo(bare), limit: 1.5},
		{name: "plan of many", figure: of(plan(), n.many).median(peakMegabytes), limit: 120, unit: "MB"},
		{name: "draw examples/complete", figure: example.median(peakMegabytes), limit: 150, unit: "MB"},
		{name: "processor time of draw / a tenth of the widgets", figure: growth(few.median(cpuSeconds), widgets.median(cpuSeconds)), limit: 10},
		{name: "memory of draw / a tenth of the widgets", figure: growth(few.median(peakMegabytes), widgets.median(peakMegabytes)), limit: 2},
		{
			name:   fmt.Sprintf("processor time above the silent floor, %d alerts / %d alerts", n.many, n.usual),
			figure: growth(aboveFloor(n.usual), aboveFloor(n.many)), limit: 5.5,
		},
	}
}

// These are the units of Go benchmark results.
const (
	perOperation       = "ns/op"
	allocsPerOperation = "allocs/op"
	peakMemory         = "peak-MB" // of the whole process so far
)

// benchmarkLimit is a limit on the result of a Go benchmark. If a second benchmark (other) is set, the limit applies to the first result
// divided by the second.
type benchmarkLimit struct {
	benchmark, other string
	unit             string // perOperation if empty
	limit            float64
	minimum          bool
}

func benchmarkLimits() []benchmarkLimit {
	const aSecond = float64(time.Second)
	return []benchmarkLimit{
		{benchmark: "ReadResource", other: "DecodeEncode", limit: 4},
		{benchmark: "PlanResourceChange/unchanged", limit: float64(2 * time.Microsecond)},
		{benchmark: "PlanResourceChange/unchanged", unit: allocsPerOperation, limit: 10},
		{benchmark: "GetProviderSchema", limit: float64(15 * time.Millisecond)},
		{benchmark: "CallFunction/deep_merge", other: "CallFunctionFloor", limit: 2},
		{benchmark: "ReadByIDFloor", other: "ReadByID", limit: 0.6, minimum: true},
		{benchmark: "DurableCreate", other: "DurableCreateAlone", limit: 0.5},
		{benchmark: "Rehearse/query", limit: aSecond},
		{benchmark: "Rehearse/groups", limit: aSecond},
		{benchmark: "Rehearse/calls", limit: aSecond},
		{benchmark: "Rehearse/expression", limit: float64(20 * time.Millisecond)},
		{benchmark: "Rehearse/expression", other: "Rehearse/query", limit: 6},
		{benchmark: "RehearseCall/list", limit: aSecond},
		{benchmark: "RehearseCall/literal", limit: aSecond},
		{benchmark: "RehearseCall/file", limit: aSecond},
		{benchmark: "Page/list", limit: float64(100 * time.Millisecond)},
		{benchmark: "Page/all", other: "Page/tenth", unit: peakMemory, limit: 1.25},
	}
}

func goLimits(measured benchmarks) []limit {
	var limits []limit
	for _, b := range benchmarkLimits() {
		l := limit{name: b.benchmark, limit: b.limit, minimum: b.minimum, unit: cmp.Or(b.unit, perOperation)}
		l.figure = measured.median(b.benchmark, l.unit)
		if b.other != "" {
			l.name += " / " + b.other
			l.figure /= measured.median(b.other, l.unit)
			l.unit = ""
		}
		limits = append(limits, l)
	}
	return limits
}

func benchmarkDirectories() []string {
	return []string{
		"internal/provider", "internal/provider/function", "internal/refserver", "internal/refserver/page", "internal/alerting/rehearsal",
	}
}

// runGoBenchmarks returns the output of the Go benchmarks. If some fail, it returns an error along with the output of the others.
func runGoBenchmarks(ctx context.Context, s settings) (output []byte, err error) {
	// Use -p=1 because packages that run in parallel would compete for the processors.
	arguments := []string{"test", "-p=1", "-run=^$", "-bench=.", "-benchmem", fmt.Sprintf("-count=%d", s.runs), "-benchtime=500ms"}
	if s.quick {
		arguments = append(arguments, "-short", "-benchtime=20x")
	}
	for _, directory := range benchmarkDirectories() {
		arguments = append(arguments, "./"+directory)
	}
	command := process.Command(ctx, "go", arguments...)
	var written bytes.Buffer
	command.Stdout, command.Stderr = &written, os.Stderr
	if err = process.Run(command); err != nil {
		err = fmt.Errorf("go %s: %w", strings.Join(arguments, " "), err)
	}
	return written.Bytes(), err
}

// benchmarks maps a Go benchmark's name and then a unit, such as "ns/op", to the values from all runs.
type benchmarks map[string]map[string][]float64

func (b benchmarks) median(name, unit string) float64 { return median(b[name][unit]) }

// benchmarkName matches the first word in a result line, such as "BenchmarkReadResource-2", where 2 is GOMAXPROCS.
var benchmarkName = regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?$`)

// parseBenchmarks parses lines such as "BenchmarkName-2  100  15 ns/op  3 allocs/op".
func parseBenchmarks(output []byte) benchmarks {
	all := benchmarks{}
	for line := range bytes.Lines(output) {
		words := strings.Fields(string(line))
		if len(words) < 4 {
			continue
		}
		name := benchmarkName.FindStringSubmatch(words[0])
		if name == nil {
			continue
		}
		if all[name[1]] == nil {
			all[name[1]] = map[string][]float64{}
		}
		for i := 2; i+1 < len(words); i += 2 {
			if value, err := strconv.ParseFloat(words[i], 64); err == nil {
				all[name[1]][words[i+1]] = append(all[name[1]][words[i+1]], value)
			}
		}
	}
	return all
}
