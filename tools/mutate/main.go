// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Mutate checks that the tests catch small mistakes. It makes one small change (a mutation) at a time, such as <= instead of <, in the
// packages listed in target.go, and runs the tests. A mutation that no test catches survives. Mutate tries a random sample, because trying
// all mutations would take days.
//
//	mutate [-sample 20] [-seed 1] [PACKAGE ...]
//
// Mutate passes the changed file to the go command as an overlay, so the checkout itself never changes. It skips the mutations in
// equal.txt, because no user could notice them. It imports no package from the provider's module. Start reading at run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
)

// enough is the minimum percentage of mutations that tests must catch.
const enough = 95

// root is the directory of the provider's module, relative to tools, where mutate runs.
const root = ".."

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "mutate: %v\n", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	sample := flags.Int("sample", 20, "the `number` of mutations in each package")
	seed := flags.Uint64("seed", 1, "the `seed` of the sample: the same seed selects the same mutations of the same code")
	if err := flags.Parse(args); err != nil {
		return err
	}
	noticed, tried := 0, 0
	for _, target := range targets {
		if flags.NArg() > 0 && !slices.Contains(flags.Args(), target.pkg) {
			continue
		}
		n, all, err := target.tryMany(ctx, *sample, rand.New(rand.NewPCG(*seed, 0)), out)
		if err != nil {
			return fmt.Errorf("%s: %w", target.pkg, err)
		}
		fmt.Fprintf(out, "%s: %d of %d noticed\n", target.pkg, n, all)
		noticed, tried = noticed+n, tried+all
	}
	if tried == 0 || 100*noticed < enough*tried {
		return fmt.Errorf("%d of %d mutations were noticed, but %d %% are needed. Add tests that notice the survivors, or list in "+
			"tools/mutate/equal.txt why a survivor changes nothing", noticed, tried, enough)
	}
	return nil
}

// tryMany tests random mutations of the target and prints those that no test caught. The number of mutations is limited to sample, not
// counting those that do not compile.
func (t target) tryMany(ctx context.Context, sample int, random *rand.Rand, out io.Writer) (noticed, tried int, err error) {
	mutations, err := mutationsOf(t.pkg)
	if err != nil {
		return 0, 0, err
	}
	equal, err := equals()
	if err != nil {
		return 0, 0, err
	}
	directory, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(directory)
	limits, err := t.limits(ctx, directory)
	if err != nil {
		return 0, 0, err
	}
	random.Shuffle(len(mutations), func(i, j int) { mutations[i], mutations[j] = mutations[j], mutations[i] })
	for _, m := range mutations {
		if tried == sample {
			break
		}
		if equal[m.key] != "" {
			continue
		}
		result, err := t.try(ctx, m, directory, limits)
		if err != nil {
			return noticed, tried, err
		}
		switch result {
		case wasNoticed:
			noticed, tried = noticed+1, tried+1
		case survived:
			tried++
			fmt.Fprintf(out, "%s:%d survived:\n%s\n", m.file, m.line, m.key)
		}
	}
	return noticed, tried, nil
}
