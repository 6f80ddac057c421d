// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"
)

// turnKey is what creates have in common that could take each other's object.
type turnKey struct{ kind, name string }

// Turn keeps creates of one kind and name apart: a search among the engine's objects begins when none of them is under way
// that has not told yet which object is its own.
type Turn struct {
	mu        sync.Mutex
	changed   chan struct{} // closed when a create or a search ends
	creates   int
	isSearch  bool
	searching map[string]int
}

// Turn is the one of a kind and a name.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{changed: make(chan struct{}), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create begins a create, once no search goes on; end is called when it is known which object it made, or that this is not
// known. The error is the context's.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	err = t.enter(ctx, func() bool {
		if !t.isSearch {
			t.creates++
		}
		return !t.isSearch
	})
	return func() { t.leave(func() { t.creates-- }) }, err
}

// Search begins a search for what a create of this body made, once no other one goes on and no create is under way. The
// error is the context's.
func (t *Turn) Search(ctx context.Context, body string) (end func(), err error) {
	t.leave(func() { t.searching[body]++ })
	err = t.enter(ctx, func() bool {
		if t.isSearch || t.creates > 0 {
			return false
		}
		t.isSearch = true
		return true
	})
	if err != nil {
		t.leave(func() { t.searching[body]-- })
		return nil, err
	}
	return func() { t.leave(func() { t.isSearch = false; t.searching[body]-- }) }, nil
}

// Searches is how many creates of a body search, or wait for it.
func (t *Turn) Searches(body string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.searching[body]
}

// enter waits until take is true, which is called with the lock held.
func (t *Turn) enter(ctx context.Context, take func() bool) error {
	for {
		t.mu.Lock()
		taken, changed := take(), t.changed
		t.mu.Unlock()
		if taken {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// leave changes something for which others may wait.
func (t *Turn) leave(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	close(t.changed)
	t.changed = make(chan struct{})
}
