// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// pathStyles remembers which style of URL path (plural or singular, with or without a trailing slash) worked for each operation, so that
// only a client's first requests have to try several styles.
type pathStyles struct {
	mu          sync.Mutex
	known       map[address]pathStyle
	preferences map[string]preference // by kind
}

// preference contains the path style that the engine accepts for a kind of object: plural or singular, with or without a trailing slash. As
// long as the documented style works, both fields are nil. All operations on a kind share a preference: if a read worked only in a
// different style, an update tries that style first.
type preference struct{ plural, slash *bool }

func newPathStyles() *pathStyles {
	return &pathStyles{known: map[address]pathStyle{}, preferences: map[string]preference{}}
}

// candidates returns the path styles (such as with or without a trailing slash) to try, most likely first. Once a request for the same
// operation has succeeded, candidates returns only the style of that request. A 404 then means that the object does not exist, not that the
// style is wrong.
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
	// In the interface document, the path for creating a component is plural with a trailing slash, and the path for reading it is singular
	// without a slash. Some engines use one of these two styles for both operations. The other operation then differs from the document in
	// both respects. Therefore, after the likely style and the documented style, try the style that differs in both respects, and then the
	// styles that differ in only one.
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

// key returns the address without the id, because all objects of a kind share a path style.
func key(a address) address {
	a.id = ""
	if !a.hasTypeWord() && a.col.kind != plainKind {
		a.col.segment = ""
	}
	return a
}
