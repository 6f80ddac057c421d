// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"iter"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The n-th wait is drawn from zero to backoffBase doubled n-1 times, and to backoffCap at most.
const (
	backoffBase = 250 * time.Millisecond
	backoffCap  = 15 * time.Second
)

// maxRetryAfter stands for all longer waits, so that sums of waits stay in range. No caller waits that long.
const maxRetryAfter = 24 * 365 * time.Hour

// backoff draws the wait after so many attempts ("full jitter").
func backoff(attempts int) time.Duration {
	return rand.N(ceiling(attempts) + 1)
}

// ceiling is the longest wait after so many attempts.
func ceiling(attempts int) time.Duration {
	limit := backoffBase
	for range attempts - 1 {
		limit *= 2
		if limit >= backoffCap {
			return backoffCap
		}
	}
	return limit
}

// retryAfter reads the header of that name, in seconds or as a date; 0 means that it is absent, past or unreadable. A
// date is compared with the clock of the engine where the reply tells it.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 63); err == nil {
		if seconds > uint64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if engineNow, err := http.ParseTime(header.Get("Date")); err == nil {
		now = engineNow
	}
	return min(max(until.Sub(now), 0), maxRetryAfter)
}

// Sleep waits, or returns the reason why the context ended.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// Poll yields 1, 2, 3 and so on, at once and then after waits of firstLook that double up to longest. It ends with ctx, and when
// the next look would come later than patience allows.
func Poll(ctx context.Context, longest, patience time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		start, delay := time.Now(), firstLook
		for look := 1; yield(look); look++ {
			if time.Since(start) > patience-delay || Sleep(ctx, delay) != nil {
				return
			}
			delay = min(2*delay, longest)
		}
	}
}

// poll is Poll with the waits of this package.
func poll(ctx context.Context, patience time.Duration) iter.Seq[int] {
	return Poll(ctx, lastLook, patience)
}

// pause holds back all requests of a client after the engine answered one of them with 429.
type pause struct {
	mu    sync.Mutex
	until time.Time
	asked time.Time // the end of the part that the engine asked for itself
}

// extend makes the pause last for d from now, if it does not last longer already.
func (p *pause) extend(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(d); until.After(p.until) {
		p.until = until
	}
}

// demand is extend for a time that the engine asked for.
func (p *pause) demand(d time.Duration) {
	p.extend(d)
	p.mu.Lock()
	defer p.mu.Unlock()
	if asked := time.Now().Add(d); asked.After(p.asked) {
		p.asked = asked
	}
}

// demanded is what is left of the time that the engine asked for.
func (p *pause) demanded() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(time.Until(p.asked), 0)
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
		if err := Sleep(ctx, d); err != nil {
			return waited, err
		}
		waited += d
	}
}
