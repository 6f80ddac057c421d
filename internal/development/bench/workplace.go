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
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// sample is the cost of one run of an operation.
type sample struct {
	wall     time.Duration
	requests int64
	usage
}

// workplace is the environment for the operations of a variant: a folder, an engine of its own, and a place for the state.
type workplace struct {
	variant
	engine    *benchEngine
	states    *web
	terraform *terraform.Terraform
	usage     string // the file in which the launcher records usage
}

// makeWorkplace prepares a workplace and runs init. If there is set, the engine and the state begin with the objects, and the state
// is not in a local file.
func makeWorkplace(ctx context.Context, program, parent string, v variant, s subject, count int, there bool) (w *workplace, err error) {
	w = &workplace{variant: v}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.stop())
		}
	}()
	if w.engine, err = startEngine(ctx); err != nil {
		return nil, err
	}
	attributes, err := s.attributes(ctx, w.engine)
	if err != nil {
		return nil, err
	}
	store := &stateStore{}
	if there {
		if store.state, err = s.create(ctx, w.engine, attributes, count); err != nil {
			return nil, err
		}
	}
	if w.states, err = startWeb(ctx, store); err != nil {
		return nil, err
	}
	backend := store.backend(w.states.url)
	if v.localState {
		backend = map[string]any{"local": map[string]any{}}
	}
	folder, err := makeWorkFolder(parent, fmt.Sprintf("%d %s %s", count, s.name, v.name), s.configuration(attributes, count, backend))
	if err != nil {
		return nil, err
	}
	launcher, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w.usage = filepath.Join(folder, "usage")
	w.terraform, err = terraform.New(program, folder, launcher, append(w.engine.environment(),
		providerVariable+"="+v.provider, usageVariable+"="+w.usage, fmt.Sprintf("ENGINE_BULK_READS=%t", !v.noBulkReads))...)
	if err != nil {
		return nil, err
	}
	if err := w.terraform.Init(ctx); err != nil {
		return nil, err
	}
	w.engine.delay(v.latency)
	return w, nil
}

// stop stops the servers of the workplace.
func (w *workplace) stop() error {
	var errs []error
	if w.engine != nil {
		errs = append(errs, w.engine.stop())
	}
	if w.states != nil {
		errs = append(errs, w.states.Close())
	}
	return errors.Join(errs...)
}

// do runs an operation and measures it.
func (w *workplace) do(ctx context.Context, o operation) (sample, error) {
	before, begin := w.engine.requests.Load(), time.Now()
	output, err := w.terraform.Run(ctx, o.arguments...)
	took := time.Since(begin)
	if err == nil && !strings.Contains(output, o.says) {
		err = fmt.Errorf("did not say %q; the log is in %s", o.says, filepath.Dir(w.usage))
	}
	if err != nil {
		return sample{}, fmt.Errorf("%s: %s: %w", w.name, o.name, err)
	}
	used, err := takeUsage(w.usage)
	return sample{took, w.engine.requests.Load() - before, used}, err
}
