// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
)

// spellings remembers which spelling of its path each operation was answered under, so that only the first requests of
// a client look for it.
type spellings struct {
	mu     sync.Mutex
	served map[served]spelling
	habits map[string]habit // by kind
}

// served is an operation on a collection.
type served struct {
	op  operation
	col Collection
}

// habit is how an engine departs from the spellings that the documents show; nil means it was not seen to. It is kept
// for a kind, so what one operation found out saves the others their search.
type habit struct{ plural, slash *bool }

func newSpellings() *spellings {
	return &spellings{served: map[served]spelling{}, habits: map[string]habit{}}
}

// candidates are the spellings to try for an address, the likeliest first. Once one is known to be served it is the only
// one: a 404 is then about the object.
func (s *spellings) candidates(a address) []spelling {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.served[key(a)]; ok {
		return []spelling{known}
	}
	route := routes[a.col.kind]
	shown := route.shown[a.op]
	likely, habit := shown, s.habits[a.col.kind]
	if habit.slash != nil {
		likely.slash = *habit.slash
	}
	if habit.plural != nil {
		likely.plural = *habit.plural
	}
	all := []spelling{likely, shown}
	if route.typed() {
		// The plural with a slash and the singular without are the two that the documents show together.
		all = append(all, spelling{plural: !shown.plural, slash: !shown.slash})
	}
	all = append(all, spelling{plural: shown.plural, slash: !shown.slash})
	if route.typed() {
		all = append(all, spelling{plural: !shown.plural, slash: shown.slash})
	}
	return withoutRepeats(all)
}

// remember notes that an address was answered under a spelling.
func (s *spellings) remember(a address, answered spelling) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.served[key(a)]; ok && known == answered {
		return
	}
	s.served[key(a)] = answered
	shown, habit := routes[a.col.kind].shown[a.op], s.habits[a.col.kind]
	if answered.slash != shown.slash {
		habit.slash = &answered.slash
	}
	if answered.plural != shown.plural {
		habit.plural = &answered.plural
	}
	s.habits[a.col.kind] = habit
}

// key leaves out which alert it is: the events of all alerts are served alike.
func key(a address) served {
	if !routes[a.col.kind].typed() {
		a.col.segment = ""
	}
	return served{op: a.op, col: a.col}
}

func withoutRepeats(all []spelling) []spelling {
	var once []spelling
	for _, s := range all {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}
