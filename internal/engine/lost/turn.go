// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// turnKey identifies a Turn. A search can find a different create's object only if both creates have the same kind and name.
type turnKey struct{ kind, name string }

// Turn keeps creates and searches with the same kind and name from overlapping. A search looks for the object of a create whose reply was
// lost. If another create were in progress, the search could find that create's object instead. At any time, either one search or any
// number of creates can run.
type Turn struct {
	running   *semaphore.Weighted // a create takes 1, a search takes maxRunning
	mu        sync.Mutex
	searching map[string]int // by request body: the number that SearchCount returns
}

// maxRunning is the size of the semaphore. A search acquires all of it, and a create acquires 1, so the number of concurrent creates is
// practically unlimited.
const maxRunning = 1 << 30

// Turn returns the Turn that all creates and searches with this kind and name share.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{running: semaphore.NewWeighted(maxRunning), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create waits until no search is running. The caller then sends its create, and must call end once the reply has arrived or is lost. If
// ctx is canceled first, Create returns ctx's error.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	return func() { t.running.Release(1) }, t.running.Acquire(ctx, 1)
}

// Search waits until no create or other search is running in this Turn. The caller then searches for the object that a create with this
// body may have made, and must call end afterwards. If ctx is canceled first, Search returns ctx's error.
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
