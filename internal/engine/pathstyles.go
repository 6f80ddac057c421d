// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// pathStyles remembers the form of each operation's URL path (plural or not, slash at the end or not), so that only the first requests of a
// client try several forms.
type pathStyles struct {
	mu          sync.Mutex
	known       map[address]pathStyle
	preferences map[string]preference // by kind
}

// preference is the form of paths that the engine uses. A nil field means the documented form, or that the form is not known yet. All
// operations on a kind of object share a preference, so an update first tries the form that a read has found.
type preference struct{ plural, slash *bool }

func newPathStyles() *pathStyles {
	return &pathStyles{known: map[address]pathStyle{}, preferences: map[string]preference{}}
}

// candidates returns the forms of a URL path to try, the likeliest first. If this operation has worked before, it returns only that form,
// because a 404 then means that the object does not exist.
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
	// The interface document has component types in the plural with a slash at the end, or in the singular without one. So the form that
	// changes both comes before those that change one.
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

func (s *pathStyles) remember(a address, worked pathStyle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.known[key(a)]; ok && known == worked {
		return
	}
	s.known[key(a)] = worked
	shown, preferred := kinds[a.col.kind].documented[a.op], s.preferences[a.col.kind]
	if worked.slash != shown.slash {
		preferred.slash = &worked.slash
	}
	if worked.plural != shown.plural {
		preferred.plural = &worked.plural
	}
	s.preferences[a.col.kind] = preferred
}

// key returns the address without the id, because the paths of all objects have the same form.
func key(a address) address {
	a.id = ""
	if !a.hasTypeWord() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}
