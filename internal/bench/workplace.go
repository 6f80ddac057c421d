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

	"github.com/engine-platform/terraform-provider-engine/internal/terraform"
)

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
	terraform *terraform.Terraform
	usage     string // the file of the launcher's notes
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
	launcher, err := os.Executable()
	if err != nil {
		return nil, err
	}
	usage := filepath.Join(folder, "usage")
	t, err := terraform.New(program, folder, launcher, append(e.environment(),
		providerVariable+"="+v.provider, usageVariable+"="+usage, fmt.Sprintf("ENGINE_BULK_READS=%t", !v.noBulkReads))...)
	if err != nil {
		return nil, err
	}
	if err := t.Init(ctx); err != nil {
		return nil, err
	}
	e.delay(v.latency)
	return &workplace{v, e, t, usage}, nil
}

// do runs an operation.
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
