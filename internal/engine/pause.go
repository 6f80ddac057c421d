// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"sync"
	"time"
)

// pause holds back all requests of a client after the engine answered one of them with 429.
type pause struct {
	mu    sync.Mutex
	until time.Time
}

// extend makes the pause last for d from now, if it does not last longer already.
func (p *pause) extend(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(d); until.After(p.until) {
		p.until = until
	}
}

func (p *pause) remaining() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}

// wait returns when the pause is over, also if it was extended meanwhile, or after atMost. It returns the time spent.
func (p *pause) wait(ctx context.Context, atMost time.Duration) (time.Duration, error) {
	var waited time.Duration
	for {
		d := min(p.remaining(), atMost-waited)
		if d <= 0 {
			return waited, nil
		}
		if err := sleep(ctx, d); err != nil {
			return waited, err
		}
		waited += d
	}
}
