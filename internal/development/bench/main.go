// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Bench implements `make bench`. It measures Terraform commands with this provider and, for comparison, with an echo: a provider that only
// returns its input. It also runs the Go benchmarks, and checks that all medians are within their limits. Start reading in measurements.go
// and limits.go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
)

func main() {
	switch {
	case len(os.Args) == 3 && os.Args[1] == serveArgument:
		exit(serve(os.Args[2]))
	case os.Getenv(providerVariable) != "":
		exit(launch())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := run(ctx)
	stop()
	exit(err)
}

func exit(err error) {
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run measures everything and prints the results. It returns an error if a limit is exceeded. With BENCH_QUICK, it ignores limits because
// the results of small configurations are too noisy.
func run(ctx context.Context) error {
	s, err := settingsFromEnvironment()
	if err != nil {
		return err
	}
	m, err := measureAll(ctx, s)
	if err != nil {
		return err
	}
	if err := m.print(os.Stdout); err != nil {
		return err
	}
	output, err := runGoBenchmarks(ctx, s)
	fmt.Printf("\nGO BENCHMARKS\n%s\n", output)
	missed := printLimits(os.Stdout, append(m.limits(), goLimits(parseBenchmarks(output))...))
	if missed > 0 && !s.quick {
		err = errors.Join(err, fmt.Errorf("%d limits are not met", missed))
	}
	return err
}

type settings struct {
	terraform, provider string // absolute paths
	runs                int    // number of repetitions for measurements with a limit
	quick               bool   // use small sizes, to try out the benchmark itself
}

func settingsFromEnvironment() (settings, error) {
	s := settings{terraform: os.Getenv("TERRAFORM"), provider: os.Getenv("PROVIDER"), quick: os.Getenv("BENCH_QUICK") != "", runs: 3}
	if !filepath.IsAbs(s.terraform) || !filepath.IsAbs(s.provider) {
		return s, errors.New("TERRAFORM and PROVIDER have to be the absolute paths of terraform or tofu and of the built provider: " +
			"run `make bench`")
	}
	if s.quick {
		s.runs = 1
	}
	if text := os.Getenv("BENCH_RUNS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return s, fmt.Errorf("BENCH_RUNS is %q, but it has to be an integer above 0", text)
		}
		s.runs = n
	}
	return s, nil
}
