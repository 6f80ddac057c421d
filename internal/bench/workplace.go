// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// variant is a provider and how it reaches the engine.
type variant struct {
	name        string
	provider    string // as the launcher takes it
	latency     time.Duration
	noBulkReads bool

	// comparison: a variant that lacks something which only plans have. It is measured once, and only there.
	comparison bool
}

// operation is a command of Terraform that is measured. Its exit status says that it did what is measured: of a plan, 0 is
// no changes and 2 is changes.
type operation struct {
	name      string
	arguments []string
	status    int

	repeated bool // in every run: it has a bar
	writes   bool // it is no plan
}

func apply() operation {
	return operation{
		name: "fresh apply", arguments: []string{"apply", "-auto-approve", "-input=false", "-no-color"},
		repeated: true, writes: true,
	}
}

func plan() operation {
	return operation{
		name: "plan without changes", arguments: []string{"plan", "-detailed-exitcode", "-input=false", "-no-color"},
		repeated: true,
	}
}

func changedPlan(changed int) operation {
	return operation{
		name: fmt.Sprintf("plan with %d changed", changed), status: 2,
		arguments: []string{"plan", "-detailed-exitcode", "-input=false", "-no-color", fmt.Sprintf("-var=changed=%d", changed)},
	}
}

// refreshOnlyPlan does not ask for the detailed status: Terraform 1.11 gives 2 after an apply although it says "No changes".
func refreshOnlyPlan() operation {
	return operation{name: "refresh-only plan", arguments: []string{"plan", "-refresh-only", "-input=false", "-no-color"}}
}

func destroy() operation {
	return operation{name: "destroy", arguments: []string{"destroy", "-auto-approve", "-input=false", "-no-color"}, writes: true}
}

// sample is what one run of an operation took.
type sample struct {
	wall     time.Duration
	requests int64
	usage
}

// workplace is where the operations of a variant run: a folder, and an engine of its own.
type workplace struct {
	variant
	engine    *benchEngine
	terraform *terraform
}

// makeWorkplace prepares everything up to init. When the objects are there, the engine and the state have them already.
func makeWorkplace(ctx context.Context, program, parent string, v variant, s subject, count int, there bool) (w *workplace, err error) {
	e, err := startEngine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.stop())
		}
	}()
	attributes, err := s.attributes(ctx, e)
	if err != nil {
		return nil, err
	}
	var state map[string]any
	if there {
		if state, err = s.create(ctx, e, attributes, count); err != nil {
			return nil, err
		}
	}
	folder, err := makeWorkFolder(parent, fmt.Sprintf("%d %s %s", count, s.name, v.name), s.configuration(attributes, count), state)
	if err != nil {
		return nil, err
	}
	environment := append(e.environment(), providerVariable+"="+v.provider, fmt.Sprintf("ENGINE_BULK_READS=%t", !v.noBulkReads))
	t := newTerraform(program, folder, environment...)
	if _, err := t.run(ctx, 0, "init", "-input=false", "-no-color"); err != nil {
		return nil, err
	}
	e.delay(v.latency)
	return &workplace{v, e, t}, nil
}

// do runs an operation.
func (w *workplace) do(ctx context.Context, o operation) (sample, error) {
	before := w.engine.requests.Load()
	took, err := w.terraform.run(ctx, o.status, o.arguments...)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %s: %w", w.name, o.name, err)
	}
	used, err := takeUsage(w.terraform.folder.usage())
	return sample{took, w.engine.requests.Load() - before, used}, err
}
