// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Each calls work for the numbers below count, as many at a time as there are processors. It ends early with the context.
func Each(ctx context.Context, count int, work func(i int)) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < count && ctx.Err() == nil; i++ {
		group.Go(func() error {
			work(i)
			return nil
		})
	}
	_ = group.Wait() // No work fails.
}
