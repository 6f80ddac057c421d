// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"context"
	"sync"
)

// locks allow one operation at a time on each component. An operation consists of several requests.
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{}
}

func newLocks() *locks { return &locks{held: map[string]chan struct{}{}} }

// lock waits until it gets the lock of an id. The error is that of ctx.
func (l *locks) lock(ctx context.Context, id string) (release func(), err error) {
	l.mu.Lock()
	slot, ok := l.held[id]
	if !ok {
		slot = make(chan struct{}, 1)
		l.held[id] = slot
	}
	l.mu.Unlock()
	select {
	case slot <- struct{}{}:
		return func() { <-slot }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
