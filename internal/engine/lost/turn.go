// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// turnKey identifies a Turn. A search can mistake a create's object for a lost one only if both creates have the same kind and name.
type turnKey struct{ kind, name string }

// Turn keeps a search for a lost object and creates of the same kind and name from running at the same time, because the search could
// mistake the object of a running create for the lost one. At any time, either one search or any number of creates can run.
type Turn struct {
	running   *semaphore.Weighted // a create takes 1, a search takes maxRunning
	mu        sync.Mutex
	searching map[string]int // by request body: the number of creates that search for their object, or wait to search
}

// maxRunning is the size of the semaphore. A create takes 1 of it, so the number of creates is practically unlimited. A search takes all of
// it.
const maxRunning = 1 << 30

// Turn returns the Turn for a kind and a name. All creates and searches with this kind and name share it.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{running: semaphore.NewWeighted(maxRunning), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create waits until no search is running. The caller then sends its create, and must call end when it has the reply or has lost it. If ctx
// ends first, Create returns the error of ctx.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	return func() { t.running.Release(1) }, t.running.Acquire(ctx, 1)
}

// Search waits until no create and no other search is running. The caller then searches for the object of a create with this body, and must
// call end. If ctx ends first, Search returns the error of ctx.
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

// Searches returns how many creates with this body have lost their reply and still search for their object, or wait to search.
func (t *Turn) Searches(body string) int { return t.count(body, 0) }

func (t *Turn) count(body string, change int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.searching[body] += change
	return t.searching[body]
}
