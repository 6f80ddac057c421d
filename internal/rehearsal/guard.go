// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// Bounds of the calls of expressions. They are far beyond what expressions need, so that they depend on no machine in practice.
const (
	longestCall = time.Second
	longestAll  = time.Minute // of all calls of a rehearsal, as far as the looks see them
	mostMemory  = 256 << 20
	look        = 10 * time.Millisecond // between two looks at what runs
	grace       = time.Second           // for a call to end that was interrupted
)

// guard ends calls that take too long or too much memory.
type guard struct {
	mu      sync.Mutex
	running *goja.Runtime // nil between calls
	calls   uint64
	watched bool
	spent   time.Duration // in calls of this watch, as far as the looks saw them
	most    time.Duration // that may be spent; 0 is longestAll
	gaveUp  chan struct{} // closed when a call does not end
}

func (g *guard) enter(r *goja.Runtime) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = r
	g.calls++
}

func (g *guard) leave(r *goja.Runtime) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running = nil
	r.ClearInterrupt()
}

// watch looks at the calls until stop. Within another watch it does nothing.
func (g *guard) watch(ctx context.Context) (stop func()) {
	if g.watched {
		return func() {}
	}
	g.watched, g.gaveUp, g.spent = true, make(chan struct{}), 0
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		g.look(ctx, done)
	}()
	return func() {
		close(done)
		<-ended
		g.watched = false
	}
}

// look looks at the calls until done.
func (g *guard) look(ctx context.Context, done chan struct{}) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	var call uint64
	var since time.Time // when the call was seen first
	var memory uint64
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
		}
		now := g.current()
		if now == 0 {
			call = 0
			continue
		}
		g.spent += look
		switch {
		case now != call:
			call, since, memory = now, time.Now(), heap()
		case time.Since(since) > longestCall+grace:
			close(g.gaveUp)
			return
		}
		switch {
		case ctx.Err() != nil:
			g.interrupt(call, fmt.Errorf("was ended: %w", ctx.Err()))
		case time.Since(since) > longestCall:
			g.interrupt(call, fmt.Errorf("takes longer than %v", longestCall))
		case g.spent > cmp.Or(g.most, longestAll):
			g.interrupt(call, fmt.Errorf("takes longer than %v in all runs together", cmp.Or(g.most, longestAll)))
		case heap() > memory+mostMemory:
			g.interrupt(call, errors.New("takes too much memory"))
		}
	}
}

// current is the number of the call that runs, 0 between calls.
func (g *guard) current() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == nil {
		return 0
	}
	return g.calls
}

// interrupt ends a call, unless it is over.
func (g *guard) interrupt(call uint64, reason error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running != nil && g.calls == call {
		g.running.Interrupt(reason)
	}
}

// heap is how much memory the objects of the process take.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
