// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Bench is what `make bench` runs: it measures the provider and the reference server beside their floors, the least that
// the same work can cost on this machine, and prints one table. Terraform starts the same program as a plugin, to serve or
// to measure a provider. It imports the provider, the reference server and what runs programs; nothing imports it. Start
// reading in measurements.go, which says what is measured, and in bars.go, which says how good it has to be.
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

// run takes all measurements and prints the table. A bar that is missed is no error: on a machine that does other work at
// the same time it says little.
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

// settings are what the environment says.
type settings struct {
	terraform, provider string // absolute paths
	runs                int    // of what has a bar; the rest is measured once
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
