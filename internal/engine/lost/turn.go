// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// turnKey identifies a Turn, which is a lock. A search can only confuse creates that have the same kind and name, so only these share a
// lock.
type turnKey struct{ kind, name string }

// Turn is a lock for the creates and searches of objects with the same kind and name. At any time, either one search or any number of
// creates can hold it. A search looks for the object that a create may have made before its reply was lost. Without the lock, the search
// could mistake an object from a concurrent create for that object.
type Turn struct {
	running   *semaphore.Weighted // a create takes 1, a search takes maxRunning
	mu        sync.Mutex
	searching map[string]int // by request body: the number that SearchCount returns
}

// maxRunning is the size of the semaphore. A search acquires all of it, and a create acquires 1, so the number of concurrent creates is
// practically unlimited.
const maxRunning = 1 << 30

// Turn returns the lock that all creates and searches with this kind and name share.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{running: semaphore.NewWeighted(maxRunning), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create acquires the lock for a create. It waits until no search is running for the same kind and name. The caller then sends its create,
// and must call the end function once the reply has arrived or is lost. If ctx is canceled first, Create returns ctx's error.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	return func() { t.running.Release(1) }, t.running.Acquire(ctx, 1)
}

// Search acquires the lock for a search. While the caller holds it, no create with the same name can run. The caller then searches for the
// object that its own create, with the given body, may have created. Afterwards, it must call end to release the lock. If ctx is canceled
// before the lock is free, Search returns ctx's error.
func (t *Turn) Search(ctx context.Context, body string) (end func(), err error) {
	t.count(body, 1)
	if err := t.running.Acquire(ctx, maxRunning); err != nil {
		t.count(body, -1)
		return nil, err
	}
	return func() {
		t.count(body, -1)
		t.running.Release(maxRunning)
	}, nil
}

// SearchCount returns how many calls of Search with this body are searching or waiting to search.
func (t *Turn) SearchCount(body string) int { return t.count(body, 0) }

func (t *Turn) count(body string, change int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.searching[body] += change
	return t.searching[body]
}
