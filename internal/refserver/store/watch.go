// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import "sync"

type watchers struct {
	mu    sync.Mutex
	added map[*func([]Change)]struct{}
}

// Watch registers a function that is called with the changes from each write, as soon as readers can see them. Other writes wait while the
// function runs. The function must not write to the store or keep the slice. Call stop to unregister the function.
func (s *Store) Watch(each func([]Change)) (stop func()) {
	w := &s.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	w.added[&each] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.added, &each)
	}
}

func (w *watchers) call(changes []Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for each := range w.added {
		(*each)(changes)
	}
}
