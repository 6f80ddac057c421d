// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"slices"
	"sync"
)

// Before has the hook run before each request is handled, until remove is called: it can be the writer that comes in
// between. The hook must not read the body.
func (s *Server) Before(hook func(r *http.Request)) (remove func()) { return s.hooks.add(hook) }

type hooks struct {
	mu    sync.RWMutex
	added []*func(*http.Request)
}

func (h *hooks) add(hook func(*http.Request)) (remove func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.added = append(h.added, &hook)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.added = slices.DeleteFunc(h.added, func(other *func(*http.Request)) bool { return other == &hook })
	}
}

// run runs the hooks without holding the lock, so that a hook can send requests and remove itself.
func (h *hooks) run(r *http.Request) {
	h.mu.RLock()
	added := slices.Clone(h.added)
	h.mu.RUnlock()
	for _, hook := range added {
		(*hook)(r)
	}
}
