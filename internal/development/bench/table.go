// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
)

// table is the output of the benchmark.
type table []row

// row is one figure with its context. Fields that do not apply are empty.
type row struct {
	what, of                      string
	runs                          int
	figure, ratio                 string
	requests, cpu, memory, allocs string
	bars                          []bar
}

// bar is the limit that a figure must keep.
type bar struct {
	figure, limit float64
	unit          string
	least         bool // the limit is a minimum, not a maximum
}

func (b bar) kept() bool {
	if b.least {
		return b.figure >= b.limit
	}
	return b.figure <= b.limit
}

// String returns, for example, "1.12 <= 1.30 pass".
func (b bar) String() string {
	sign, verdict := "<=", "FAIL"
	if b.least {
		sign = ">="
	}
	if b.kept() {
		verdict = "pass"
	}
	return fmt.Sprintf("%.3g%s %s %g%s %s", b.figure, b.unit, sign, b.limit, b.unit, verdict)
}

const heading = `
Medians. A ratio is to the floor: for Terraform's commands, the same command with a provider that answers what it got, the
median over the ratios of the single runs; for calls, decoding and encoding the value; for requests, the bare handler or
the bare file. Terraform keeps its state in a store, but for the rows that name a local file; their floor is that on the
store. Requests, processor time and memory are those of the provider, memory is the peak.

`

func (t table) print(w io.Writer) error {
	if _, err := io.WriteString(w, heading); err != nil {
		return err
	}
	lines := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(lines, "MEASURED\tOF\tRUNS\tMEDIAN\tRATIO\tREQUESTS\tCPU\tMEMORY\tALLOCS\tBAR") // Flush returns any error.
	kept, all := 0, 0
	for _, r := range t {
		var bars []string
		for _, b := range r.bars {
			bars = append(bars, b.String())
			all++
			if b.kept() {
				kept++
			}
		}
		_, _ = fmt.Fprintln(lines, strings.Join([]string{
			r.what, r.of, fmt.Sprint(r.runs), r.figure, r.ratio, r.requests, r.cpu, r.memory, r.allocs, strings.Join(bars, "; "),
		}, "\t"))
	}
	if err := lines.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d of %d bars are kept, on %d processors.\n", kept, all, runtime.NumCPU())
	return err
}
