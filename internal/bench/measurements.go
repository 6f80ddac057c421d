// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// measurer takes the measurements of Terraform's commands.
type measurer struct {
	settings
	parent  string // of the work folders
	results []*series
}

// series are the samples of an operation of a variant, one for each run that had it.
type series struct {
	what    string // the operation and its objects
	variant variant
	samples []sample
}

// The variants with a bar. The floor serves the provider's schemas and answers with what it got.
func floor() variant { return variant{name: "floor", provider: echoProvider} }

func (s settings) released() variant { return variant{name: "provider", provider: s.provider} }

func (s settings) distant() variant {
	return variant{name: "provider at 50 ms", provider: s.provider, latency: distance}
}

// distance is how long a distant engine takes longer for every request.
const distance = 50 * time.Millisecond

// variants are all of them, those for comparison too.
func (s settings) variants() []variant {
	return []variant{
		floor(),
		s.released(),
		{name: "short way off", provider: frameworkProvider, comparison: true},
		{name: "bulk reads off", provider: s.provider, noBulkReads: true, comparison: true},
		s.distant(),
		{name: "short way off at 50 ms", provider: frameworkProvider, latency: distance, comparison: true},
		{name: "bulk reads off at 50 ms", provider: s.provider, latency: distance, noBulkReads: true, comparison: true},
	}
}

// sizes are how many objects are measured.
type sizes struct{ few, usual, many, widgets, changed int }

func (s settings) sizes() sizes {
	if s.quick {
		return sizes{few: 5, usual: 20, many: 60, widgets: 6, changed: 2}
	}
	return sizes{few: 100, usual: 1000, many: 5000, widgets: 300, changed: 10}
}

// measureAll takes all measurements. When a Go benchmark fails, there is a table of the others.
func measureAll(ctx context.Context, s settings) (table, error) {
	parent, err := makeParentFolder()
	if err != nil {
		return nil, err
	}
	m := &measurer{settings: s, parent: parent}
	n := s.sizes()
	if err := m.measureLife(ctx, alerts(), n.usual, n.changed); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		subject subject
		count   int
	}{{alerts(), n.few}, {alerts(), n.many}, {widgets(), n.widgets}} {
		if err := m.measurePlan(ctx, p.subject, p.count); err != nil {
			return nil, err
		}
	}
	if err := os.RemoveAll(parent); err != nil {
		return nil, err
	}
	found, failed := runBenchmarks(ctx, s)
	rows, missing := benchmarkRows(found)
	return append(m.rows(), rows...), errors.Join(failed, missing)
}

// measureLife takes objects from their creation to their end, in a fresh place for every run.
func (m *measurer) measureLife(ctx context.Context, s subject, count, changed int) error {
	operations := []operation{apply(), plan(), changedPlan(changed), refreshOnlyPlan(), destroy()}
	variants := m.variants()
	for run := range m.runs {
		if run == 1 {
			operations = slices.DeleteFunc(operations, func(o operation) bool { return !o.repeated })
			variants = slices.DeleteFunc(variants, func(v variant) bool { return v.comparison })
		}
		if err := m.measure(ctx, run, variants, operations, s, count, false); err != nil {
			return err
		}
	}
	return nil
}

// measurePlan measures a plan without changes alone, once, of objects that are there.
func (m *measurer) measurePlan(ctx context.Context, s subject, count int) error {
	return m.measure(ctx, 0, []variant{floor(), m.released()}, []operation{plan()}, s, count, true)
}

// measure runs each operation for one variant after the other, so that what else the machine does meets all of them alike.
func (m *measurer) measure(ctx context.Context, run int, variants []variant, operations []operation, s subject, count int, there bool) (err error) {
	var workplaces []*workplace
	defer func() {
		for _, w := range workplaces {
			err = errors.Join(err, w.engine.stop())
		}
	}()
	parent := filepath.Join(m.parent, fmt.Sprintf("run-%d", run+1))
	for _, v := range variants {
		w, err := makeWorkplace(ctx, m.terraform, parent, v, s, count, there || v.comparison)
		if err != nil {
			return err
		}
		workplaces = append(workplaces, w)
	}
	for _, o := range operations {
		for _, w := range workplaces {
			if w.comparison && o.writes {
				continue
			}
			taken, err := w.do(ctx, o)
			if err != nil {
				return err
			}
			found := m.series(describe(o, s, count), w.variant)
			found.samples = append(found.samples, taken)
			_, _ = fmt.Fprintf(os.Stderr, "run %d, %s, %s: %.2f s\n", run+1, found.what, w.name, taken.wall.Seconds())
		}
	}
	return nil
}

func describe(o operation, s subject, count int) string {
	return fmt.Sprintf("%s, %d %s", o.name, count, s.name)
}

// series finds a series, or begins it.
func (m *measurer) series(what string, v variant) *series {
	for _, s := range m.results {
		if s.what == what && s.variant == v {
			return s
		}
	}
	s := &series{what: what, variant: v}
	m.results = append(m.results, s)
	return s
}
