// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"
)

// turnKey is the kind and the name of an object. Only creates with the same key could take each other's object.
type turnKey struct{ kind, name string }

// Turn keeps a search for a lost object apart from creates with the same kind and name: while a create waits for its answer, its new object
// could be taken for the lost one. Any number of creates may run at the same time, or one search.
type Turn struct {
	mu        sync.Mutex
	changed   chan struct{} // closed when a create or a search ends
	creates   int           // running now
	isSearch  bool          // a search is running
	searching map[string]int
}

// Turn returns the turn of a kind and a name.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{changed: make(chan struct{}), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create waits until no search is running, and begins a create. The caller calls end when it knows which object the create has made, or
// that the reply was lost. The error is the cause of ctx's end.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	err = t.enter(ctx, func() bool {
		if !t.isSearch {
			t.creates++
		}
		return !t.isSearch
	})
	return func() { t.update(func() { t.creates-- }) }, err
}

// Search waits until no other search and no create is running, and begins a search for the object that a create of body has made. The error
// is the cause of ctx's end.
func (t *Turn) Search(ctx context.Context, body string) (end func(), err error) {
	t.update(func() { t.searching[body]++ })
	err = t.enter(ctx, func() bool {
		if t.isSearch || t.creates > 0 {
			return false
		}
		t.isSearch = true
		return true
	})
	if err != nil {
		t.update(func() { t.searching[body]-- })
		return nil, err
	}
	return func() { t.update(func() { t.isSearch = false; t.searching[body]-- }) }, nil
}

// Searches returns how many creates of a body are searching for their object, or are waiting to search.
func (t *Turn) Searches(body string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.searching[body]
}

// enter waits until take returns true. It calls take with the lock held.
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

// update calls change with the lock held, and wakes those that wait in enter.
func (t *Turn) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	close(t.changed)
	t.changed = make(chan struct{})
}
