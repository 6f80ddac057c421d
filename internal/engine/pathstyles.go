// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// pathStyles remembers the style of path in which the engine answered each operation. So only the first requests of a client try several
// styles.
type pathStyles struct {
	mu          sync.Mutex
	known       map[address]pathStyle
	preferences map[string]preference // by kind
}

// preference is how an engine differs from the documented styles of a kind. nil means that no difference is known. All operations on a kind
// share the preference, so that the first operation finds the style for the others.
type preference struct{ plural, slash *bool }

func newPathStyles() *pathStyles {
	return &pathStyles{known: map[address]pathStyle{}, preferences: map[string]preference{}}
}

// candidates returns the styles to try for an address, the likeliest first. If the engine has answered an operation in one style,
// candidates returns only that style: a 404 then means that the object does not exist.
func (s *pathStyles) candidates(a address) []pathStyle {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key(a)]; ok {
		return []pathStyle{known}
	}
	shown, preferred := kinds[a.col.kind].documented[a.op], s.preferences[a.col.kind]
	likely := shown
	if preferred.slash != nil {
		likely.slash = *preferred.slash
	}
	if preferred.plural != nil && a.hasTypeWord() {
		likely.plural = *preferred.plural
	}
	all := []pathStyle{likely, shown}
	if a.hasTypeWord() {
		// The documents show the plural with a slash and the singular without one.
		all = append(all, pathStyle{plural: !shown.plural, slash: !shown.slash})
	}
	all = append(all, pathStyle{plural: shown.plural, slash: !shown.slash})
	if a.hasTypeWord() {
		all = append(all, pathStyle{plural: !shown.plural, slash: shown.slash})
	}
	var unique []pathStyle
	for _, style := range all {
		if !slices.Contains(unique, style) {
			unique = append(unique, style)
		}
	}
	return unique
}

// remember notes that the engine answered an address in a style.
func (s *pathStyles) remember(a address, answered pathStyle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key(a)]; ok && known == answered {
		return
	}
	s.known[key(a)] = answered
	shown, preferred := kinds[a.col.kind].documented[a.op], s.preferences[a.col.kind]
	if answered.slash != shown.slash {
		preferred.slash = &answered.slash
	}
	if answered.plural != shown.plural {
		preferred.plural = &answered.plural
	}
	s.preferences[a.col.kind] = preferred
}

// key returns an address without the id of the object or alert, because the engine uses the same style for all of them.
func key(a address) address {
	a.id = ""
	if !a.hasTypeWord() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}
