// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Bench is the program that `make bench` runs. It measures the provider and the reference server, and for comparison their floors:
// the least that the same work can cost on this machine. It prints one table. Terraform starts the same program as a plugin, which
// then measures or serves a provider. It imports the provider, the reference server and the packages that run programs; nothing
// imports it. Start reading in measurements.go, which lists the measurements, and in bars.go, which lists the required results.
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
	case len(os.Args) == 3 && os.Args[1] == serveWord:
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

// run takes all measurements and prints the table. A missed bar is not an error, because other work on the machine can cause it.
func run(ctx context.Context) error {
	s, err := settingsFromEnvironment()
	if err != nil {
		return err
	}
	t, err := measureAll(ctx, s)
	if len(t) > 0 {
		err = errors.Join(err, t.print(os.Stdout))
	}
	return err
}

// settings holds the settings from the environment.
type settings struct {
	terraform, provider string // absolute paths
	runs                int    // number of runs for measurements with a bar; the others run once
	quick               bool   // small sizes, to try the benchmark itself
}

func settingsFromEnvironment() (settings, error) {
	s := settings{terraform: os.Getenv("TERRAFORM"), provider: os.Getenv("PROVIDER"), quick: os.Getenv("BENCH_QUICK") != "", runs: 3}
	if !filepath.IsAbs(s.terraform) || !filepath.IsAbs(s.provider) {
		return s, errors.New("TERRAFORM and PROVIDER have to be the absolute paths of terraform or tofu and of the built provider: run `make bench`")
	}
	if s.quick {
		s.runs = 1
	}
	if text := os.Getenv("BENCH_RUNS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return s, fmt.Errorf("BENCH_RUNS is %q, but it has to be a whole number above 0", text)
		}
		s.runs = n
	}
	return s, nil
}
