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

// The wait after the n-th failed attempt is a random duration up to backoffBase * 2^(n-1), capped at backoffCap.
const (
	backoffBase = 250 * time.Millisecond
	backoffCap  = 15 * time.Second
)

// The first wait in Poll is firstLook, and each later wait is twice as long as the previous one. Most callers set the maximum wait to
// lastLook.
const (
	firstLook = 100 * time.Millisecond
	lastLook  = time.Second
)

// maxRetryAfter limits the wait requested by a Retry-After header, so that sums of waits can't overflow.
const maxRetryAfter = 24 * 365 * time.Hour

// backoff returns a random wait ("full jitter") between 0 and maxWait(attempts).
func backoff(attempts int) time.Duration {
	return rand.N(maxWait(attempts) + 1)
}

func maxWait(attempts int) time.Duration {
	return min(backoffBase<<min(attempts-1, 10), backoffCap) // A shift by 10 exceeds backoffCap but can't overflow.
}

// retryAfter returns the wait that the Retry-After header requests, in seconds or as a date. It returns 0 if the header is missing, invalid
// or in the past. A date is compared with the reply's Date header if possible, because the local clock may differ from the server's.
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

// Sleep waits for d. If ctx is canceled first, Sleep returns context.Cause(ctx).
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

// finishTime is how much longer the client waits for the reply to a create or update after the caller's context is canceled.
const finishTime = 10 * time.Second

// WithGracePeriod returns a context that is canceled finishTime later than ctx. Use it to complete operations, such as the update after a
// create.
func WithGracePeriod(ctx context.Context) (context.Context, context.CancelFunc) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		_ = Sleep(lasting, finishTime)
		cancel()
	})
	return lasting, func() {
		stop()
		cancel()
	}
}

// Poll yields 1 immediately, and then 2, 3 and so on, each after a wait. The first wait is firstLook. Each later wait is twice as long as
// the previous one, up to maxWait. Poll stops when ctx is canceled, or if the next wait would push the total time past patience.
func Poll(ctx context.Context, maxWait, patience time.Duration) iter.Seq[int] {
	return func(yield func(int) bool) {
		start, delay := time.Now(), firstLook
		for look := 1; yield(look); look++ {
			if time.Since(start) > patience-delay || Sleep(ctx, delay) != nil {
				return
			}
			delay = min(2*delay, maxWait)
		}
	}
}

// pause is a period during which the client sends no requests, because the engine returned 429.
type pause struct {
	mu    sync.Mutex
	until time.Time
	asked time.Time // the end of the pause that the engine requested with Retry-After
}

// extend makes the pause last at least d from now. It also records the pause that the engine requested with Retry-After (asked), or 0.
func (p *pause) extend(d, asked time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if end := now.Add(d); end.After(p.until) {
		p.until = end
	}
	if end := now.Add(asked); end.After(p.asked) {
		p.asked = end
	}
}

// left returns how much longer the pause lasts (all), and how much longer the engine wants it to last (asked). A time in the past gives a
// negative result.
func (p *pause) left() (all, asked time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until), time.Until(p.asked)
}

// On some engines, writes take effect with a delay: for a few seconds, a new object can't be read, or a read returns the old values.
const (
	// settleTime is the maximum time to wait until a read returns the values that were sent in a write, if the response to the write
	// contained these values.
	settleTime = 10 * time.Second
	// keptTime is how long to wait for reads to reflect a write if the response to the write does not contain the values that were sent. It
	// is shorter than settleTime, because the engine has probably ignored these values, so later reads wouldn't return them either.
	keptTime = 3 * time.Second
)

// isPrompt reports whether, so far, the first read after each write has reflected that write. It returns false before the first write.
func (c *Client) isPrompt() bool { return c.hasPromptRead.Load() && !c.late.Load() }

// Settle waits after a write until a read reflects it, for at most settleTime, and returns the object as last read. response is the
// engine's response to the write. The shown function reports whether a document contains the written values.
//
// If all earlier writes were reflected immediately, Settle doesn't wait. It returns response, or reads once if response lacks the values.
func (c *Client) Settle(ctx context.Context, col Collection, id string, response Document, shown func(Document) bool) Document {
	isShown := shown(response)
	if isShown && c.isPrompt() {
		return response
	}
	patience := keptTime
	if isShown {
		patience = settleTime
	}
	var doc Document
	for look := range Poll(ctx, lastLook, patience) {
		var err error
		if doc, err = c.Read(ctx, col, id); err != nil {
			return response
		}
		if shown(doc) {
			if look == 1 {
				c.hasPromptRead.Store(true)
			} else {
				c.late.Store(true)
			}
			break
		}
		if c.isPrompt() {
			break
		}
	}
	return doc
}
