// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

// figures holds the results of a Go benchmark by unit, such as "ns/op", one for each run.
type figures map[string][]float64

// runBenchmarks runs the Go benchmarks of the provider, its functions, the reference server and rehearsals. If some fail, it
// returns an error and the figures of the others.
func runBenchmarks(ctx context.Context, s settings) (benchmarks, error) {
	arguments := []string{"test", "-run=^$", "-bench=.", "-benchmem", fmt.Sprintf("-count=%d", s.runs)}
	if s.quick {
		arguments = append(arguments, "-short", "-benchtime=20x")
	} else {
		arguments = append(arguments, "-benchtime=500ms")
	}
	// Packages run one after the other, because they would compete for the processors.
	arguments = append(arguments, "-p=1", "./internal/provider", "./internal/provider/function", "./internal/refserver", "./internal/alerting/rehearsal")
	command := process.Command(ctx, "go", arguments...)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, os.Stderr
	err := process.Run(command)
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, output.String())
	}
	return parseBenchmarks(output.Bytes()), err
}

// benchmarkName matches the first word of a result line: the name, and the number of processors.
var benchmarkName = regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?$`)

// parseBenchmarks parses result lines such as "BenchmarkName-2  100  15 ns/op  3 allocs/op".
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
			all[name[1]] = figures{}
		}
		for i := 2; i+1 < len(words); i += 2 {
			if value, err := strconv.ParseFloat(words[i], 64); err == nil {
				all[name[1]][words[i+1]] = append(all[name[1]][words[i+1]], value)
			}
		}
	}
	return all
}
