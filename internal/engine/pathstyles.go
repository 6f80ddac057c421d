// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// pathStyles remembers how the engine spells the URL path of each operation (plural or not, slash at the end or not). So only the first
// requests of a client try several spellings.
type pathStyles struct {
	mu          sync.Mutex
	known       map[address]pathStyle
	preferences map[string]preference // by kind
}

// preference says which spelling of paths the engine uses. A nil field means that the spelling is the documented one, or not known yet. All
// operations on a kind of object share a preference, so an update first tries the spelling that a read has found.
type preference struct{ plural, slash *bool }

func newPathStyles() *pathStyles {
	return &pathStyles{known: map[address]pathStyle{}, preferences: map[string]preference{}}
}

// candidates returns the spellings of a URL path to try, the likeliest first. If the engine has answered this operation before, candidates
// returns only the spelling that worked: a 404 then means that the object does not exist.
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
	// The engine's documents spell component types either in the plural with a slash at the end, or in the singular without one. So the
	// form that changes both comes before those that change one.
	var forms []pathStyle
	for _, style := range []pathStyle{
		likely, shown, {!shown.plural, !shown.slash}, {shown.plural, !shown.slash}, {!shown.plural, shown.slash},
	} {
		if (a.hasTypeWord() || style.plural == shown.plural) && !slices.Contains(forms, style) {
			forms = append(forms, style)
		}
	}
	return forms
}

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

// key returns the address without the id, because /alerts/7/ and /alerts/8/ have the same spelling.
func key(a address) address {
	a.id = ""
	if !a.hasTypeWord() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}
