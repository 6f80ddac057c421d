// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// pathStyles remembers in which style of its path each operation was answered, so that only the first requests of a
// client look for it.
type pathStyles struct {
	mu          sync.Mutex
	known       map[address]pathStyle
	preferences map[string]preference // by kind
}

// preference is how an engine departs from the styles that the documents show; nil means it was not seen to. It is kept
// for a kind, so what one operation found out saves the others their search.
type preference struct{ plural, slash *bool }

func newPathStyles() *pathStyles {
	return &pathStyles{known: map[address]pathStyle{}, preferences: map[string]preference{}}
}

// candidates are the styles to try for an address, the likeliest first. Once one is known to be answered it is the only
// one: a 404 is then about the object.
func (s *pathStyles) candidates(a address) []pathStyle {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key(a)]; ok {
		return []pathStyle{known}
	}
	shown, preferred := kinds[a.col.kind].shown[a.op], s.preferences[a.col.kind]
	likely := shown
	if preferred.slash != nil {
		likely.slash = *preferred.slash
	}
	if preferred.plural != nil && a.typed() {
		likely.plural = *preferred.plural
	}
	all := []pathStyle{likely, shown}
	if a.typed() {
		// The plural with a slash and the singular without are the two that the documents show together.
		all = append(all, pathStyle{plural: !shown.plural, slash: !shown.slash})
	}
	all = append(all, pathStyle{plural: shown.plural, slash: !shown.slash})
	if a.typed() {
		all = append(all, pathStyle{plural: !shown.plural, slash: shown.slash})
	}
	return withoutRepeats(all)
}

// remember notes that an address was answered in a style.
func (s *pathStyles) remember(a address, answered pathStyle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key(a)]; ok && known == answered {
		return
	}
	s.known[key(a)] = answered
	shown, preferred := kinds[a.col.kind].shown[a.op], s.preferences[a.col.kind]
	if answered.slash != shown.slash {
		preferred.slash = &answered.slash
	}
	if answered.plural != shown.plural {
		preferred.plural = &answered.plural
	}
	s.preferences[a.col.kind] = preferred
}

// key leaves out which object or alert it is: the paths of all are answered alike.
func key(a address) address {
	a.id = ""
	if !a.typed() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}

func withoutRepeats(all []pathStyle) []pathStyle {
	var once []pathStyle
	for _, style := range all {
		if !slices.Contains(once, style) {
			once = append(once, style)
		}
	}
	return once
}
