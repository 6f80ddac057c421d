// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import "sync"

// turnKey is what creates have in common that could take each other's object.
type turnKey struct{ kind, name string }

// Turn keeps creates of one kind and name apart: a search among the engine's objects begins when none of them is under way
// that has not told yet which object is its own.
type Turn struct {
	underWay sync.RWMutex

	mu        sync.Mutex
	searching map[string]int
}

// Turn is the one of a kind and a name.
func (m *Memory) Turn(kind, name string) *Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := turnKey{kind, name}
	if m.turns[key] == nil {
		m.turns[key] = &Turn{searching: map[string]int{}}
	}
	return m.turns[key]
}

// Create begins a create; end is called when it is known which object it made, or that this is not known.
func (t *Turn) Create() (end func()) {
	t.underWay.RLock()
	return t.underWay.RUnlock
}

// Search begins a search for what a create of this body made, once no other create is under way.
func (t *Turn) Search(body string) (end func()) {
	t.count(body, 1)
	t.underWay.Lock()
	return func() {
		t.underWay.Unlock()
		t.count(body, -1)
	}
}

// Searches is how many creates of a body search, or wait for it.
func (t *Turn) Searches(body string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.searching[body]
}

func (t *Turn) count(body string, by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.searching[body] += by
}
