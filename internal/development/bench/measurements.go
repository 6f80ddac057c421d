// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// measurer measures Terraform's commands.
type measurer struct {
	settings
	begin   time.Time
	parent  string // folder for the work folders
	results []*series
}

// tell prints progress to standard error, after the elapsed time.
func (m *measurer) tell(format string, arguments ...any) {
	_, _ = fmt.Fprintf(os.Stderr, "%7s  %s\n", time.Since(m.begin).Round(time.Second), fmt.Sprintf(format, arguments...))
}

// series holds the samples of one operation of one variant, at most one per run.
type series struct {
	what    string // the operation and its objects
	variant variant
	samples []sample
}

// course is a variant and the operations to measure with it. If they do not begin with an apply, the objects exist from the start.
type course struct {
	variant
	operations []operation
}

// sizes holds the numbers of objects to measure.
type sizes struct{ few, usual, many, widgets, changed int }

func (s settings) sizes() sizes {
	if s.quick {
		return sizes{few: 5, usual: 20, many: 60, widgets: 6, changed: 2}
	}
	return sizes{few: 100, usual: 1000, many: 5000, widgets: 300, changed: 10}
}

// measureAll takes all measurements. If a Go benchmark fails, it returns an error and the table of the others.
func measureAll(ctx context.Context, s settings) (table, error) {
	parent, err := makeParentFolder()
	if err != nil {
		return nil, err
	}
	m := &measurer{settings: s, begin: time.Now(), parent: parent}
	n := s.sizes()
	if err := m.measureLife(ctx); err != nil {
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
	if err := m.measureModule(ctx, n.usual); err != nil {
		return nil, err
	}
	if err := m.measureAdoption(ctx, alertEstate(), n.usual, true); err != nil {
		return nil, err
	}
	if err := m.measureAdoption(ctx, mixedEstate(), n.many, false); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(parent); err != nil {
		return nil, err
	}
	m.tell("the Go benchmarks")
	found, failed := runBenchmarks(ctx, s)
	m.tell("the end")
	rows, missing := benchmarkRows(found)
	return append(m.rows(), rows...), cmp.Or(failed, missing) // A failed benchmark explains missing figures.
}

// measureLife measures alerts from apply to destroy, with fresh objects for every run.
func (m *measurer) measureLife(ctx context.Context) error {
	n := m.sizes()
	for run := range m.runs {
		if err := m.measure(ctx, run, m.lives(run == 0), alerts(), n.usual); err != nil {
			return err
		}
	}
	return nil
}

// lives returns the courses of a run, the floor first. The first run measures every variant, with the operations for which it can
// differ: for example, bulk reads do not affect an apply. Later runs repeat only measurements that have a bar.
func (s settings) lives(first bool) []course {
	n := s.sizes()
	life := []operation{apply(n.usual), plan(), changedPlan(n.changed), refreshOnlyPlan(), destroy(n.usual)}
	barred, planAlone := []operation{apply(n.usual), plan(), destroy(n.usual)}, []operation{plan()}
	if !first {
		return []course{{floor(), barred}, {silentFloor(), planAlone}, {s.released(), barred}, {s.released().distant(), planAlone}}
	}
	withoutApply, plans := life[1:], life[1:4]
	return []course{
		{floor(), life},
		{silentFloor(), planAlone},
		{s.released(), life},
		{s.released().onLocalFile(), []operation{apply(n.usual), destroy(n.usual)}},
		{shortWayOff(), life},
		{s.bulkReadsOff(), withoutApply},
		{s.released().distant(), life},
		{shortWayOff().distant(), plans},
		{s.bulkReadsOff().distant(), plans},
	}
}

// measurePlan measures one plan without changes, for existing objects.
func (m *measurer) measurePlan(ctx context.Context, s subject, count int) error {
	var courses []course
	for _, v := range []variant{floor(), silentFloor(), m.released()} {
		courses = append(courses, course{v, []operation{plan()}})
	}
	return m.measure(ctx, 0, courses, s, count)
}

// measure runs each operation for one variant after the other, so that other work on the machine affects all variants alike. The
// first course must have all operations.
func (m *measurer) measure(ctx context.Context, run int, courses []course, s subject, count int) (err error) {
	var workplaces []*workplace
	defer func() {
		for _, w := range workplaces {
			err = errors.Join(err, w.stop())
		}
	}()
	m.tell("run %d, %d %s: prepare", run+1, count, s.name)
	parent := filepath.Join(m.parent, fmt.Sprintf("run-%d", run+1))
	for _, c := range courses {
		w, err := makeWorkplace(ctx, m.terraform, parent, c.variant, s, count, !c.has(apply(count)))
		if err != nil {
			return err
		}
		workplaces = append(workplaces, w)
	}
	for _, o := range courses[0].operations {
		for i, w := range workplaces {
			if !courses[i].has(o) {
				continue
			}
			taken, err := w.do(ctx, o)
			if err != nil {
				return err
			}
			found := m.series(describe(o, s, count), w.variant)
			found.samples = append(found.samples, taken)
			m.tell("run %d, %s, %s: %.2f s", run+1, found.what, w.name, taken.wall.Seconds())
		}
	}
	return nil
}

func (c course) has(wanted operation) bool {
	return slices.ContainsFunc(c.operations, func(o operation) bool { return o.name == wanted.name })
}

func describe(o operation, s subject, count int) string {
	return fmt.Sprintf("%s, %d %s", o.name, count, s.name)
}

// series returns the series of an operation and a variant, which may be new.
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
