// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"errors"
	"fmt"
	"slices"
)

// Units of Go benchmarks.
const (
	perOperation       = "ns/op"
	allocsPerOperation = "allocs/op"
)

// benchmark is a row for a Go benchmark. Its floor is another Go benchmark.
type benchmark struct {
	what, of    string
	name, floor string
	perSecond   bool // show operations per second, because these run on ten connections
	bars        func(benchmarks) []bar
}

// benchmarks holds the figures of all Go benchmarks by name.
type benchmarks map[string]figures

func (b benchmarks) median(name, unit string) float64 { return median(b[name][unit]) }

// times returns the ratio of the median times of two benchmarks.
func (b benchmarks) times(name, other string) float64 {
	return b.median(name, perOperation) / b.median(other, perOperation)
}

// calls returns the benchmarks of calls from Terraform to the provider, with an alert of 34 attributes.
func calls() []benchmark {
	const floor = "DecodeEncode"
	return []benchmark{
		{what: "decode and encode an alert", of: "floor of the calls", name: floor, floor: floor},
		{what: "ValidateResourceConfig", of: "provider", name: "ValidateResourceConfig", floor: floor, bars: func(b benchmarks) []bar {
			return []bar{{figure: b.times("ValidateResourceConfig", "ValidateResourceConfigPlainTypes"), limit: 0.6, unit: " of plain types"}}
		}},
		{what: "ValidateResourceConfig", of: "framework, plain types", name: "ValidateResourceConfigPlainTypes", floor: floor},
		{what: "UpgradeResourceState", of: "provider", name: "UpgradeResourceState", floor: floor},
		{what: "ReadResource", of: "no change, from a list", name: "ReadResource", floor: floor, bars: func(b benchmarks) []bar {
			return []bar{{figure: b.times("ReadResource", floor), limit: 4}}
		}},
		{what: "PlanResourceChange", of: "no change", name: "PlanResourceChange/unchanged", floor: floor, bars: func(b benchmarks) []bar {
			return []bar{
				{figure: b.median("PlanResourceChange/unchanged", perOperation) / 1e3, limit: 2, unit: " µs"},
				{figure: b.median("PlanResourceChange/unchanged", allocsPerOperation), limit: 10, unit: " allocs"},
			}
		}},
		{what: "PlanResourceChange", of: "one change", name: "PlanResourceChange/changed", floor: floor},
		{what: "ApplyResourceChange", of: "one change, over HTTP", name: "ApplyResourceChange", floor: floor},
		{what: "ReadDataSource", of: "list of 20,000 tiny objects, over HTTP", name: "ReadDataSource"},
		{what: "GetProviderSchema", of: "first call of a server", name: "GetProviderSchema", bars: func(b benchmarks) []bar {
			return []bar{{figure: b.median("GetProviderSchema", perOperation) / 1e6, limit: 15, unit: " ms"}}
		}},
	}
}

// functionCalls returns the benchmarks of the provider's functions, which modules call once for each alert or catalog.
func functionCalls() []benchmark {
	const floor, merge = "CallFunctionFloor", "CallFunction/deep_merge"
	return []benchmark{
		{what: "decode four layers, encode one", of: "floor of the functions", name: floor, floor: floor},
		{what: "deep_merge", of: "four layers of an alert", name: merge, floor: floor, bars: func(b benchmarks) []bar {
			return []bar{{figure: b.times(merge, floor), limit: 2}}
		}},
		{what: "describe", of: "an alert", name: "CallFunction/describe"},
		{what: "rule_catalog", of: "100 rules", name: "CallFunction/rule_catalog"},
	}
}

// serverBenchmarks returns the benchmarks of the reference server.
func serverBenchmarks() []benchmark {
	withFloor := func(what, name, of, floor string, limit float64) []benchmark {
		measured := benchmark{what: what, of: "reference server", name: name, floor: floor, perSecond: true}
		if limit > 0 {
			measured.bars = func(b benchmarks) []bar {
				return []bar{{figure: b.times(floor, name), limit: limit, least: true}}
			}
		}
		return []benchmark{{what: what, of: of, name: floor, floor: floor, perSecond: true}, measured}
	}
	rows := withFloor("read by id", "ReadByID", "bare handler", "ReadByIDFloor", 0.6)
	rows = append(rows, withFloor("list of 100", "List", "bare handler", "ListFloor", 0)...)
	rows = append(rows, withFloor("create in memory", "Create", "bare handler", "CreateFloor", 0)...)
	rows = append(rows, withFloor("durable create", "DurableCreate", "bare file, always 10 a sync", "DurableCreateFloor", 0)...)
	for _, query := range []string{"page", "name", "contains", "ordering"} {
		rows = append(rows, benchmark{what: "list of 100,000", of: query, name: "LargeList/" + query})
	}
	return rows
}

// rehearsals returns the benchmarks of 1,000 runs over 100,000 points: of the condition by itself, and of a whole call of the
// function rehearse from Terraform.
func rehearsals() []benchmark {
	withinASecond := func(what, of, name string) benchmark {
		return benchmark{what: what, of: of, name: name, bars: func(b benchmarks) []bar {
			return []bar{{figure: b.median(name, perOperation) / 1e9, limit: 1, unit: " s"}}
		}}
	}
	const runs, call = "1,000 runs over 100,000 points", "rehearse of 100,000 points"
	return []benchmark{
		withinASecond(runs, "a query", "Rehearse/query"),
		withinASecond(runs, "a query in groups", "Rehearse/groups"),
		{what: runs, of: "a calculation", name: "Rehearse/expression", floor: "Rehearse/query", bars: func(b benchmarks) []bar {
			return []bar{
				{figure: b.median("Rehearse/expression", perOperation) / 1e6, limit: 20, unit: " ms"},
				{figure: b.times("Rehearse/expression", "Rehearse/query"), limit: 6, unit: " of a query"},
			}
		}},
		withinASecond(runs, "a calculation with lists", "Rehearse/lists"),
		withinASecond(call, "a list of one type", "RehearseCall/list"),
		withinASecond(call, "a literal", "RehearseCall/literal"),
		withinASecond(call, "the text of a file", "RehearseCall/file"),
	}
}

// all returns all benchmarks that have rows.
func all() []benchmark {
	return slices.Concat(calls(), functionCalls(), serverBenchmarks(), rehearsals())
}

// benchmarkRows returns the rows of the Go benchmarks. It leaves out benchmarks without figures and names them in the error.
func benchmarkRows(b benchmarks) (table, error) {
	var t table
	var errs []error
	for _, measured := range all() {
		if len(b[measured.name][perOperation]) == 0 || measured.floor != "" && len(b[measured.floor][perOperation]) == 0 {
			errs = append(errs, fmt.Errorf("there are no figures of the benchmark %s", measured.name))
			continue
		}
		t = append(t, measured.row(b))
	}
	return t, errors.Join(errs...)
}

func (m benchmark) row(b benchmarks) row {
	took := b.median(m.name, perOperation)
	r := row{
		what: m.what, of: m.of, runs: len(b[m.name][perOperation]),
		figure: seconds(took / 1e9), allocs: fmt.Sprintf("%.0f", b.median(m.name, allocsPerOperation)),
	}
	if m.perSecond {
		r.figure, r.allocs = fmt.Sprintf("%.0f/s", 1e9/took), "" // The allocations include the client's.
	}
	if m.floor != "" {
		ratio := b.times(m.name, m.floor)
		if m.perSecond {
			ratio = 1 / ratio
		}
		r.ratio = fmt.Sprintf("%.2f", ratio)
	}
	if m.bars != nil {
		r.bars = m.bars(b)
	}
	return r
}
