// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import "sync"

// Change is a write of one object. Before is nil if the write made the object, After is nil if the write removed it.
type Change struct {
	Kind, ID      string
	Before, After []byte
}

type watchers struct {
	mu    sync.Mutex
	added map[*func([]Change)]bool
}

// Watch registers a function. The store calls the function with the changes of every write, as soon as readers can see them. The function
// must not write to the store, because other writes wait for it. The returned function stop ends these calls.
func (s *Store) Watch(each func([]Change)) (stop func()) {
	w := &s.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.added == nil {
		w.added = map[*func([]Change)]bool{}
	}
	w.added[&each] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.added, &each)
	}
}

func (w *watchers) call(changes []change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.added) == 0 {
		return
	}
	seen := make([]Change, len(changes))
	for i, c := range changes {
		seen[i] = Change{Kind: c.kind, ID: c.id, Before: c.before, After: c.data}
	}
	for each := range w.added {
		(*each)(seen)
	}
}
