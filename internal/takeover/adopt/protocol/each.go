// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Each calls work for all items, in parallel on all processors, and returns the results. It stops early if the context ends; the
// results of the remaining items are then empty.
func Each[Item, Result any](ctx context.Context, items []Item, work func(item Item) Result) []Result {
	results := make([]Result, len(items))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, item := range items {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			results[i] = work(item)
			return nil
		})
	}
	_ = group.Wait() // No work fails.
	return results
}
