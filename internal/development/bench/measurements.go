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

// operation is a command to measure: a Terraform command such as plan, or the provider subcommand adopt or draw.
type operation struct {
	name      string
	arguments []string
	success   string // part of the output that proves success
}

func apply(count int) operation {
	return operation{"fresh apply", []string{"apply", "-auto-approve"}, fmt.Sprintf("%d added, 0 changed, 0 destroyed", count)}
}

func plan() operation { return operation{"plan without changes", []string{"plan"}, "No changes."} }

func changedPlan(n int) operation {
	return operation{
		"plan with some changed", []string{"plan", fmt.Sprintf("-var=changed=%d", n)}, fmt.Sprintf("0 to add, %d to change, 0 to destroy", n),
	}
}

func refreshOnlyPlan() operation {
	return operation{"refresh-only plan", []string{"plan", "-refresh-only"}, "No changes."}
}

func destroy(count int) operation {
	return operation{"destroy", []string{"destroy", "-auto-approve"}, fmt.Sprintf("%d destroyed", count)}
}

func firstPlan(count int) operation {
	return operation{"first plan", []string{"plan"}, fmt.Sprintf("%d to add, 0 to change, 0 to destroy", count)}
}

func importPlan(n int) operation {
	return operation{"first plan with imports", []string{"plan"}, fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", n)}
}

func adopt() operation { return operation{name: "adopt"} }
func draw() operation  { return operation{name: "draw"} }

// variant is a provider together with the configuration and environment in which its performance is measured.
type variant struct {
	name          string
	provider      string // path of a binary, or a name that serve accepts
	configuration string
	latency       time.Duration // additional time per request
	noBulkReads   bool
	localState    bool // keep the state in a local file instead of a store
}

// echo returns the variant for the echo provider, which just returns its input. Its results are the "floor" that all others are compared
// with. The echo provider logs everything that the plugin libraries log by default. The engine provider logs less.
func echo() variant { return variant{name: "floor", provider: echoProvider, configuration: "alerts"} }

// silentEcho returns a variant whose provider only returns its input (an echo provider). Like this provider, it logs nothing by default.
func silentEcho() variant {
	return variant{name: "silent floor", provider: silentEchoProvider, configuration: "alerts"}
}

func (s settings) releasedVariant() variant {
	return variant{name: "provider", provider: s.provider, configuration: "alerts"}
}

func frameworkVariant() variant {
	return variant{name: "framework alone", provider: frameworkProvider, configuration: "alerts"}
}

func (s settings) adoptedVariant() variant {
	return variant{name: "adopted", provider: s.provider, localState: true}
}

func (s settings) forEach() variant {
	return variant{name: "for_each", provider: s.provider, configuration: "for_each", localState: true}
}

func (s settings) module() variant {
	return variant{name: "module alert-set", provider: s.provider, configuration: "module", localState: true}
}

func (s settings) drawnVariant(configuration string) variant {
	return variant{name: configuration, provider: s.provider, configuration: configuration, localState: true}
}

func (v variant) remote() variant {
	v.name, v.latency = v.name+" at 50 ms", 50*time.Millisecond
	return v
}

// scenario is a variant (a provider and its configuration) and the operations to measure with it.
type scenario struct {
	variant
	operations []operation
}

func (c scenario) has(wanted operation) bool {
	return slices.ContainsFunc(c.operations, func(o operation) bool { return o.name == wanted.name })
}

// lifecycle returns the scenarios to measure in one run. The first scenario uses a provider that only returns its input (the echo
// provider). Only the first run measures everything. The others repeat only the measurements for which limits.go sets a limit.
func (s settings) lifecycle(first bool) []scenario {
	n := s.sizes()
	all := []operation{apply(n.usual), plan(), changedPlan(n.changed), refreshOnlyPlan(), destroy(n.usual)}
	limited, planned := []operation{apply(n.usual), plan(), destroy(n.usual)}, []operation{apply(n.usual), plan()}
	if !first {
		return []scenario{{echo(), limited}, {silentEcho(), planned}, {s.releasedVariant(), limited}, {s.releasedVariant().remote(), planned}}
	}
	bulkReadsOff, onLocalFile := s.releasedVariant(), s.releasedVariant()
	bulkReadsOff.name, bulkReadsOff.noBulkReads = "bulk reads off", true
	onLocalFile.name, onLocalFile.localState = "provider on a local state file", true
	return []scenario{
		{echo(), all},
		{silentEcho(), planned},
		{s.releasedVariant(), all},
		{onLocalFile, []operation{apply(n.usual), destroy(n.usual)}},
		{frameworkVariant(), all},
		{bulkReadsOff, all},
		{s.releasedVariant().remote(), all},
	}
}

// sizes contains numbers of objects. usual is the number of alerts in the small configuration, and many is the number in the large one.
// changed is the number of alerts that a plan updates after a change to the configuration. widgets is the number of widgets to draw.
type sizes struct{ usual, many, changed, widgets int }

func (s settings) sizes() sizes {
	if s.quick {
		return sizes{usual: 20, many: 60, changed: 2, widgets: 20}
	}
	return sizes{usual: 1000, many: 5000, changed: 10, widgets: 200}
}

type measurer struct {
	settings
	begin   time.Time
	parent  string // directory of the workplaces
	results []*series
}

func measureAll(ctx context.Context, s settings) (*measurer, error) {
	parent, err := filepath.Abs(filepath.Join("bin", "bench"))
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(parent); err != nil {
		return nil, err
	}
	m, n := &measurer{settings: s, begin: time.Now(), parent: parent}, s.sizes()
	first := []operation{firstPlan(n.usual)}
	for run := range s.runs {
		if err := m.measure(ctx, n.usual, s.lifecycle(run == 0)); err != nil {
			return nil, err
		}
		if err := m.measure(ctx, n.usual, []scenario{{s.forEach(), first}, {s.module(), first}}); err != nil {
			return nil, err
		}
	}
	planned := []operation{apply(n.many), plan()}
	if err := m.measure(ctx, n.many, []scenario{{echo(), planned}, {silentEcho(), planned}, {s.releasedVariant(), planned}}); err != nil {
		return nil, err
	}
	if err := m.measureAdoption(ctx, n.usual); err != nil {
		return nil, err
	}
	for _, count := range []int{n.widgets / 10, n.widgets} {
		if err := m.measureDrawing(ctx, count, m.drawnVariant("widgets")); err != nil {
			return nil, err
		}
	}
	if err := m.measureDrawing(ctx, exampleWidgets, m.drawnVariant("complete")); err != nil {
		return nil, err
	}
	return m, os.RemoveAll(parent)
}

// measure runs an operation in every scenario before it starts the next operation, so that other load on the machine slows all scenarios
// equally. The other scenarios are compared with the first one, so that one must contain every operation.
func (m *measurer) measure(ctx context.Context, count int, scenarios []scenario) (err error) {
	var workplaces []*workplace
	for _, c := range scenarios {
		w, err := m.newWorkplace(ctx, c.variant, count)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.close()) }()
		workplaces = append(workplaces, w)
	}
	for _, o := range scenarios[0].operations {
		for i, w := range workplaces {
			if !scenarios[i].has(o) {
				continue
			}
			taken, err := w.measure(ctx, o)
			if err != nil {
				return err
			}
			m.add(o, count, w.variant, scenarios[0].variant, taken)
		}
	}
	return nil
}

// measureAdoption measures the adopt subcommand on an engine with count alerts, and then a plan of the new configuration.
func (m *measurer) measureAdoption(ctx context.Context, count int) (err error) {
	w, err := m.newWorkplace(ctx, m.releasedVariant(), count)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if _, err := w.measure(ctx, apply(count)); err != nil {
		return err
	}
	adoption, err := w.adopt(ctx)
	if err != nil {
		return err
	}
	m.add(adopt(), count, m.adoptedVariant(), m.adoptedVariant(), adoption)
	planned, err := w.measure(ctx, importPlan(count))
	m.add(importPlan(count), count, m.adoptedVariant(), m.adoptedVariant(), planned)
	return err
}

// exampleWidgets is the number of widgets in examples/complete.
const exampleWidgets = 8

// measureDrawing measures the draw subcommand on the state of a configuration with the given number of widgets.
func (m *measurer) measureDrawing(ctx context.Context, count int, v variant) (err error) {
	w, err := m.newWorkplace(ctx, v, count)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if _, err := w.terraform.Run(ctx, "apply", "-auto-approve"); err != nil {
		return err
	}
	for range m.runs {
		taken, err := w.draw(ctx)
		if err != nil {
			return err
		}
		m.add(draw(), count, v, v, taken)
	}
	return nil
}

// add adds a sample to the series for an operation on count objects with the variant v. The benchmark later divides the results of v by
// those of the variant floor, which is usually a provider that only returns its input.
func (m *measurer) add(o operation, count int, v, floor variant, taken sample) {
	s := m.series(o, count, v)
	s.floor = m.series(o, count, floor)
	s.samples = append(s.samples, taken)
	elapsed := time.Since(m.begin).Round(time.Second)
	_, _ = fmt.Fprintf(os.Stderr, "%7s  %s of %d, %s: %.2f s\n", elapsed, o.name, count, v.name, taken.wall.Seconds())
}

// series returns the series of samples for an operation on count objects with the variant v. If there is none yet, it creates an empty one.
func (m *measurer) series(o operation, count int, v variant) *series {
	for _, s := range m.results {
		if s.operation == o.name && s.count == count && s.variant == v.name {
			return s
		}
	}
	s := &series{operation: o.name, count: count, variant: v.name}
	m.results = append(m.results, s)
	return s
}
