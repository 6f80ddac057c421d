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

// candidates returns the forms of a URL path to try, the most likely form first. If an earlier request for this operation has succeeded,
// candidates returns only the form of that request, because a 404 then means that the object does not exist.
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
	// The interface document creates components with the plural and a slash at the end, and reads them with the singular and no slash. So a
	// form that differs in both from the documented form is more likely than a form that differs in one.
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

// key returns the address without the id. The paths of all objects of a kind have the same form, so they share a key.
func key(a address) address {
	a.id = ""
	if !a.hasTypeWord() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}
