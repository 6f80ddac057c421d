// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Each calls work with the numbers from 0 to count-1, in parallel on all processors. It stops early if the context ends.
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
