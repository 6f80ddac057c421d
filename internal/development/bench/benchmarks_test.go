// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

func TestParseBenchmarks(t *testing.T) {
	t.Parallel()
	found := parseBenchmarks([]byte(`goos: linux
BenchmarkRead/by-id-2         	     100	      1500 ns/op	    2048 B/op	       3 allocs/op
BenchmarkRead/by-id-2         	     120	      1700 ns/op	    2050 B/op	       3 allocs/op
BenchmarkCreate               	      10	        0.5 ns/op
BenchmarkBroken-2
--- FAIL: BenchmarkBroken
ok  	some/package	6.152s
`))
	if names := slices.Sorted(maps.Keys(found)); !slices.Equal(names, []string{"Create", "Read/by-id"}) {
		t.Errorf("found %q", names)
	}
	if got := found["Read/by-id"][perOperation]; !slices.Equal(got, []float64{1500, 1700}) {
		t.Errorf("the times are %v", got)
	}
	if got := found.median("Read/by-id", allocsPerOperation); got != 3 {
		t.Errorf("the allocations are %v", got)
	}
	if got := found.times("Read/by-id", "Create"); got != 3200 {
		t.Errorf("the ratio is %v", got)
	}
}

// Every row must have a benchmark, and every benchmark a row.
func TestEveryBenchmarkHasItsRow(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func Benchmark(\w+)\(`)
	parent := regexp.MustCompile(`/.*$`)
	for _, b := range all() {
		shown[parent.ReplaceAllString(b.name, "")] = true
	}
	written := map[string]bool{}
	for _, folder := range []string{"provider", "refserver", "alerting/rehearsal", "provider/function"} {
		files, err := filepath.Glob(filepath.Join("../..", folder, "*bench_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range declared.FindAllStringSubmatch(string(text), -1) {
				written[name[1]] = true
			}
		}
	}
	if !maps.Equal(shown, written) {
		t.Errorf("the table shows %q, but the benchmarks are %q", slices.Sorted(maps.Keys(shown)), slices.Sorted(maps.Keys(written)))
	}
}

func TestRowsNameMissingFigures(t *testing.T) {
	t.Parallel()
	rows, err := benchmarkRows(benchmarks{"DecodeEncode": {perOperation: {100}}, "UpgradeResourceState": {perOperation: {250}}})
	if err == nil {
		t.Error("nothing is said of the missing figures")
	}
	if len(rows) != 2 || rows[1].ratio != "2.50" || rows[1].figure != "250ns" {
		t.Errorf("the rows are %+v", rows)
	}
}
