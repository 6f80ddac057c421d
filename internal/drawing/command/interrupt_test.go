// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// countdown is a context that cancels itself after a given number of calls to Err.
type countdown struct {
	context.Context

	cancel context.CancelFunc
	calls  atomic.Int64
}

func (c *countdown) Err() error {
	if c.calls.Add(-1) == 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// TestInterruptedRunWritesNothing starts run after run, and interrupts each one a little later, until one succeeds. Interrupted runs must
// write nothing.
func TestInterruptedRunWritesNothing(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	set := settings{
		plan: write(t, directory, "plan.json", testState("10")), out: filepath.Join(directory, "out"),
		theme: chart.Light(), width: sheet.DefaultWidth, now: drawingtest.Now(),
	}
	var calls int64
	for interrupted := 0; ; interrupted++ {
		calls += 1 + calls/10
		ctx := &countdown{}
		ctx.Context, ctx.cancel = context.WithCancel(t.Context())
		ctx.calls.Store(calls)
		_, err := set.draw(ctx, progress.New(io.Discard))
		wasCanceled := ctx.Context.Err() != nil
		ctx.cancel()
		if err == nil {
			if wasCanceled || interrupted < 10 {
				t.Errorf("the run ended normally after %d calls, canceled: %t", calls, wasCanceled)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d calls: %v", calls, err)
		}
		if _, err := os.Stat(set.out); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("after %d calls, the output directory exists: %v", calls, err)
		}
	}
}
