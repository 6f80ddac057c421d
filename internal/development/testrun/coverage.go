// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// leastCovered is how many packages the summary names.
const leastCovered = 5

// coverage counts statements: all of them, and those that a test ran.
type coverage struct{ ran, all int }

func (c coverage) percent() float64 { return 100 * float64(c.ran) / float64(max(c.all, 1)) }

// summarize prints which part of the statements ran. folder has the data that the tests, and the programs that they started, have
// written. It returns an error if the part is smaller than floor.
func summarize(out io.Writer, folder string, floor float64) error {
	profile, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+folder, "-o=/dev/stdout").Output()
	if err != nil {
		return fmt.Errorf("go tool covdata: %w", err)
	}
	packages, err := parseProfile(string(profile))
	if err != nil {
		return err
	}
	var total coverage
	for _, c := range packages {
		total.ran, total.all = total.ran+c.ran, total.all+c.all
	}
	var names []string
	for name := range packages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(packages[a].percent(), packages[b].percent()), strings.Compare(a, b))
	})
	_, _ = fmt.Fprintf(out, "\nThe tests run %.1f %% of %d statements. Least: ", total.percent(), total.all)
	for i, name := range names[:min(leastCovered, len(names))] {
		_, _ = fmt.Fprintf(out, "%s%s %.0f %%", strings.Repeat(", ", min(i, 1)), name, packages[name].percent())
	}
	_, _ = fmt.Fprintln(out)
	if total.percent() < floor {
		return fmt.Errorf("the tests run %.1f %% of the statements, but GNUmakefile demands %g %%", total.percent(), floor)
	}
	return nil
}

// parseProfile parses a coverage profile, and returns the coverage of each package by its folder. A line has a block of statements, their
// number, and a count. The profile repeats a block for each program that contains it.
func parseProfile(profile string) (map[string]coverage, error) {
	type block struct{ statements, count int }
	blocks := map[string]block{}
	lines := bufio.NewScanner(strings.NewReader(profile))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 2 && fields[0] == "mode:" {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("a coverage profile has the line %q", lines.Text())
		}
		statements, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, err
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, err
		}
		blocks[fields[0]] = block{statements, max(count, blocks[fields[0]].count)}
	}
	packages := map[string]coverage{}
	for place, b := range blocks {
		file, _, _ := strings.Cut(place, ":")
		folder := strings.TrimSuffix(strings.TrimPrefix(path.Dir(file)+"/", module), "/")
		name := cmp.Or(folder, ".")
		c := packages[name]
		c.all += b.statements
		if b.count > 0 {
			c.ran += b.statements
		}
		packages[name] = c
	}
	return packages, lines.Err()
}
