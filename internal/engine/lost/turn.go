// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// turnKey is the kind and the name of an object. Only creates with the same key could take each other's object.
type turnKey struct{ kind, name string }

// Turn keeps a search for a lost object apart from creates with the same kind and name: while a create waits for its answer, its new object
// could be taken for the lost one. At any time either creates are running, or one search.
type Turn struct {
	running   *semaphore.Weighted // a create takes 1, a search takes mostRunning
	mu        sync.Mutex
	searching map[string]int
}

// mostRunning bounds how many creates of one name run at the same time.
const mostRunning = 1 << 30

// Turn returns the Turn that all creates and searches of objects with this kind and name share.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{running: semaphore.NewWeighted(mostRunning), searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create waits until no search is running, and begins a create. The caller calls end when it knows which object the create has made, or
// that the reply was lost. The error is that of ctx.
func (t *Turn) Create(ctx context.Context) (end func(), err error) {
	return func() { t.running.Release(1) }, t.running.Acquire(ctx, 1)
}

// Search waits until no other search and no create is running, and begins a search for the object that a create of body has made. The error
// is that of ctx.
func (t *Turn) Search(ctx context.Context, body string) (end func(), err error) {
	t.count(body, 1)
	if err := t.running.Acquire(ctx, mostRunning); err != nil {
		t.count(body, -1)
		return nil, err
	}
	return func() {
		t.count(body, -1)
		t.running.Release(mostRunning)
	}, nil
}

// Searches returns how many creates of a body are searching for their object, or are waiting to search.
func (t *Turn) Searches(body string) int { return t.count(body, 0) }

func (t *Turn) count(body string, change int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.searching[body] += change
	return t.searching[body]
}
