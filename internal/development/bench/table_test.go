// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for want, values := range map[float64][]float64{7: {7}, 2: {9, 1, 2}, 3: {4, 1, 2, 9}} {
		if got := median(values); got != want {
			t.Errorf("the median of %v is %v, want %v", values, got, want)
		}
	}
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("the median of no values is %v", got)
	}
}

// TestRatioIsOfTheSameRun checks that each ratio compares two samples from the same run: a sample for this provider, and one for the floor
// (a provider that only returns its input). Load on the machine during a run slows both, so it hardly changes their ratio.
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

func TestGrowthWithinTheNoiseIsNotANumber(t *testing.T) {
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

func TestLimits(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]limit{
		"x: 1.12 <= 1.3 met":                   {figure: 1.123, limit: 1.3},
		"x: 26 requests <= 25 requests FAILED": {figure: 26, limit: 25, unit: "requests"},
		"x: 0.55 >= 0.6 FAILED":                {figure: 0.55, limit: 0.6, minimum: true},
		"x: 1.5µs <= 2µs met":                  {figure: 1500, limit: 2000, unit: perOperation},
		"x: NaN <= 2 FAILED":                   {figure: math.NaN(), limit: 2},
	} {
		l.name = "x"
		if got := l.String(); got != want {
			t.Errorf("the limit reads %q, want %q", got, want)
		}
	}
}

// TestEveryRunHasAFloorAndNothingTwice checks that no run measures an operation twice with the same variant, and that every operation is
// also measured with the floor (a provider that only returns its input). Each run must contain the measurements with a limit, because the
// bench command computes ratios of samples with the same index.
func TestEveryRunHasAFloorAndNothingTwice(t *testing.T) {
	t.Parallel()
	s := settings{provider: "/provider"}
	for _, first := range []bool{true, false} {
		scenarios := s.lifecycle(first)
		taken := map[string]bool{}
		for _, c := range scenarios {
			for _, o := range c.operations {
				what := o.name + " of " + c.name
				if taken[what] {
					t.Errorf("%s is measured twice in a run", what)
				}
				taken[what] = true
				if !scenarios[0].has(o) {
					t.Errorf("%s has no floor", what)
				}
			}
		}
		for _, limited := range []string{
			"fresh apply of provider", "plan without changes of provider", "destroy of provider",
			"plan without changes of provider at 50 ms", "plan without changes of silent floor",
		} {
			if !taken[limited] {
				t.Errorf("a run lacks the %s, which has a limit", limited)
			}
		}
	}
}

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
	if got := found.median("Read/by-id", perOperation); got != 1600 {
		t.Errorf("the time is %v", got)
	}
	if got := found.median("Read/by-id", allocsPerOperation); got != 3 {
		t.Errorf("the allocations are %v", got)
	}
}

// TestLimitsAreOfBenchmarksThatExist checks that every limit names an existing benchmark. Without this test, only `make bench` would notice
// a renamed benchmark.
func TestLimitsAreOfBenchmarksThatExist(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	for _, directory := range benchmarkDirectories() {
		files, err := filepath.Glob(filepath.Join("../../..", directory, "*bench_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range regexp.MustCompile(`(?m)^func Benchmark(\w+)\(`).FindAllStringSubmatch(string(text), -1) {
				written[name[1]] = true
			}
		}
	}
	for _, l := range benchmarkLimits() {
		for _, name := range []string{l.benchmark, l.other} {
			if name = regexp.MustCompile(`/.*$`).ReplaceAllString(name, ""); name != "" && !written[name] {
				t.Errorf("there is no benchmark %s", name)
			}
		}
	}
}
