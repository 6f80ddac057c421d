// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// target is a package to mutate and the packages whose tests must catch the mutations. The package's own tests run first. The slow tests in
// internal/acceptance run last, and only if TF_ACC is set. They take minutes for each mutation.
type target struct {
	pkg   string
	drawn bool     // whether the package's own tests generate random values with rapid
	users []string // packages whose tests run if the package's own tests catch nothing
}

var targets = []target{
	{pkg: "internal/lens", drawn: true, users: []string{"internal/provider"}},
	{pkg: "internal/catalog/check"},
	{pkg: "internal/provider", users: []string{
		"internal/provider/action", "internal/provider/rawdocument", "internal/acceptance",
	}},
	{pkg: "internal/engine", users: []string{"internal/provider", "internal/takeover/probe"}},
	{pkg: "internal/engine/bulk"},
	{pkg: "internal/engine/deployment"},
	{pkg: "internal/engine/lost"},
	{pkg: "internal/alerting/cron", drawn: true},
	{pkg: "internal/alerting/expression"},
	{pkg: "internal/alerting/rehearsal", users: []string{"internal/alerting/rehearsal/command", "internal/refserver/evaluation"}},
	{pkg: "internal/alerting/series", users: []string{"internal/alerting/rehearsal/command", "internal/drawing/command"}},
	{pkg: "internal/drawing/panel", drawn: true, users: []string{
		"internal/drawing/chart", "internal/drawing/command", "internal/refserver/page",
	}},
	{pkg: "internal/refserver", users: []string{"internal/refserver/habit", "internal/refserver/control"}},
	{pkg: "internal/refserver/evaluation", users: []string{"internal/refserver", "internal/refserver/control"}},
	{pkg: "internal/refserver/page"},
	{pkg: "internal/refserver/store", users: []string{"internal/refserver"}},
	{pkg: "internal/takeover/adopt", drawn: true},
	{pkg: "internal/takeover/migrate", drawn: true},
	{pkg: "internal/takeover/update", users: []string{"internal/takeover/adopt"}},
	{pkg: "internal/takeover/probe", users: []string{"internal/takeover/probe/command"}},
}

type result int

const (
	survived result = iota
	wasNoticed
	doesNotCompile
)

// packages returns the packages whose tests may catch a mutation of the target, in the order in which they run.
func (t target) packages() []string { return append([]string{t.pkg}, t.users...) }

// limits returns how long each package's tests may take with a mutation: five times as long as without a mutation, plus ten seconds. If
// tests take longer, the mutation has probably caused an endless loop, and it counts as caught.
func (t target) limits(ctx context.Context, directory string) (map[string]time.Duration, error) {
	limits := map[string]time.Duration{}
	for _, pkg := range t.packages() {
		result, took, err := t.test(ctx, pkg, directory, time.Hour)
		if err == nil && result != survived {
			err = fmt.Errorf("the tests of %s fail without a mutation", pkg)
		}
		if err != nil {
			return nil, err
		}
		limits[pkg] = 5*took + 10*time.Second
	}
	return limits, nil
}

// try runs the tests with the mutation, package by package, until a test fails.
func (t target) try(ctx context.Context, m mutation, directory string, limits map[string]time.Duration) (result, error) {
	overlay := filepath.Join(directory, "overlay.json")
	if err := m.writeOverlay(directory, overlay); err != nil {
		return survived, err
	}
	for _, pkg := range t.packages() {
		if result, _, err := t.test(ctx, pkg, directory, limits[pkg], "-overlay", overlay); err != nil || result != survived {
			return result, err
		}
	}
	return survived, nil
}

// test builds a package's tests with the given go command flags and runs them until one fails. It returns how long they took.
func (t target) test(ctx context.Context, pkg, directory string, limit time.Duration, flags ...string) (result, time.Duration, error) {
	binary := filepath.Join(directory, "package.test")
	build := exec.CommandContext(ctx, "go", slices.Concat([]string{"test", "-c", "-vet=off", "-o", binary}, flags, []string{"./" + pkg})...)
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil && strings.Contains(string(output), changedFile+":") {
		return doesNotCompile, 0, nil
	} else if err != nil {
		return survived, 0, fmt.Errorf("%w: %s", err, output)
	}
	args := []string{"-test.v", "-test.failfast", "-test.timeout", limit.String()}
	if t.drawn && pkg == t.pkg {
		// The fixed seed makes rapid's random values reproducible. Without shrinking (the search for a simpler failing value), a caught
		// mutation takes seconds, not half a minute. nofailfile keeps rapid from writing failing values to the checkout.
		args = append(args, "-rapid.seed=1", "-rapid.shrinktime=0s", "-rapid.nofailfile")
	}
	running, end := context.WithCancel(ctx)
	defer end()
	tests := exec.CommandContext(running, binary, args...)
	tests.Dir = filepath.Join(root, pkg)
	tests.WaitDelay = time.Second // for processes that the tests started
	output, err := tests.StdoutPipe()
	if err != nil {
		return survived, 0, err
	}
	start := time.Now()
	if err := tests.Start(); err != nil {
		return survived, 0, err
	}
	failed, lines := false, bufio.NewScanner(output)
	lines.Buffer(nil, 64<<20) // A test may print a whole document on one line.
	for !failed && lines.Scan() {
		failed = strings.HasPrefix(strings.TrimSpace(lines.Text()), "--- FAIL:")
	}
	if failed || lines.Err() != nil {
		end()
	}
	if err := tests.Wait(); err != nil || failed {
		return wasNoticed, time.Since(start), ctx.Err()
	}
	return survived, time.Since(start), ctx.Err()
}

// equal.txt lists mutations that users can't notice. Each entry is a mutation's key, followed by the reason on indented lines.
//
//go:embed equal.txt
var equalText string

// equals returns the entries of equal.txt as a map from the key of a mutation to the reason why users can't notice the mutation.
func equals() (map[string]string, error) {
	reasons, key := map[string]string{}, ""
	for line := range strings.Lines(equalText) {
		text := strings.TrimSpace(line)
		switch {
		case text == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "    "):
			reasons[key] += text
		case key != "" && reasons[key] == "":
			return nil, fmt.Errorf("equal.txt has no reason for %q", key)
		default:
			key = text
		}
	}
	return reasons, nil
}
