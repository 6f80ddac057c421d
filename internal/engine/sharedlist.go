// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"sync"
	"time"
)

// A list that is complete after firstPageLife and loadTime at the latest is of use for some seconds at least.
const (
	// listLife bounds how long reads are answered from a list, from the request for its first page on.
	listLife = 30 * time.Second
	// firstPageLife is the part of it in which the other pages have to be asked for.
	firstPageLife = 15 * time.Second
	// loadTime bounds the fetching of the first page, and that of the others.
	loadTime = 10 * time.Second
)

// sharedLists are the lists from which reads of single objects are answered. All of them share one lock, which nobody
// holds during a request.
type sharedLists struct {
	mu           sync.Mutex
	byCollection map[Collection]*sharedList
	unusable     map[Collection]bool // collections without a list, or with one that was found wrong
}

// sharedList is the list of one collection, while it lives. It is replaced when it is too old or was dropped; what was
// begun for the old one then counts no more.
type sharedList struct {
	tally
	asked   time.Time                  // when the first page was asked for; zero before
	entries map[string]json.RawMessage // the objects by id, each decoded when it is read
	twins   map[string][]byte          // what single reads answered before the list was complete; nil for not found
	changed chan struct{}              // closed at the next change
}

// turn is what a read is told to do.
type turn struct {
	step    step
	list    *sharedList // nil where there is none
	entry   json.RawMessage
	changed <-chan struct{}
	pages   int
}

func newSharedLists() *sharedLists {
	return &sharedLists{byCollection: map[Collection]*sharedList{}, unusable: map[Collection]bool{}}
}

// next tells a read what to do, and counts on it.
func (s *sharedLists) next(col Collection, id string) turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unusable[col] {
		return turn{step: readSingly}
	}
	l := s.byCollection[col]
	if l != nil && l.isExpired() {
		s.remove(col, l)
		l = nil
	}
	if l == nil {
		l = &sharedList{
			entries: map[string]json.RawMessage{}, twins: map[string][]byte{}, changed: make(chan struct{}),
		}
		s.byCollection[col] = l
	}
	entry, listed := l.entries[id]
	step := l.step(listed)
	l.begin(step)
	if step == askFirstPage {
		l.asked = time.Now()
	}
	return turn{step: step, list: l, entry: entry, changed: l.changed, pages: l.pages}
}

// isExpired leaves a list alone whose pages are being fetched: that ends in time and tells how.
func (l *sharedList) isExpired() bool {
	if l.busy || l.asked.IsZero() {
		return false
	}
	age := time.Since(l.asked)
	return age >= listLife || age >= firstPageLife && !l.complete
}

// endSingle notes what a single read answered: a body, or nil for an object that does not exist. It tells whether the
// list says otherwise; such a list is not used again.
func (s *sharedLists) endSingle(col Collection, l *sharedList, id string, body []byte, answered bool) (differs bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCollection[col] != l {
		return false
	}
	l.inFlight--
	if answered && !l.complete {
		l.twins[id] = body
	}
	if answered && !l.agrees(id, body) {
		s.giveUp(col, l)
		return true
	}
	l.wake()
	return false
}

// add puts the objects of pages into the list. It tells whether one of them is said to be otherwise by a single read;
// such a list is not used again.
func (s *sharedLists) add(col Collection, l *sharedList, pages int, entries map[string]json.RawMessage, complete bool) (differs bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCollection[col] != l {
		return false
	}
	l.busy, l.pages, l.complete = false, pages, complete
	maps.Copy(l.entries, entries)
	for id, twin := range l.twins {
		if !l.agrees(id, twin) {
			s.giveUp(col, l)
			return true
		}
	}
	if complete {
		l.twins = nil
	}
	l.wake()
	return false
}

// agrees compares an object of the list with what its single read answered. One that is the same makes the list trusted.
func (l *sharedList) agrees(id string, twin []byte) bool {
	entry, listed := l.entries[id]
	if !listed {
		return true
	}
	same := sameObject(entry, twin)
	l.trusted = l.trusted || same
	return same
}

// sameObject says whether two texts are the same JSON object, in any order of keys.
func sameObject(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	first, ok := decodeObject(a)
	second, alsoOK := decodeObject(b)
	return ok && alsoOK && reflect.DeepEqual(first, second)
}

// passOn lets another read fetch the pages that one was about to fetch when its caller gave up.
func (s *sharedLists) passOn(col Collection, l *sharedList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCollection[col] == l {
		l.busy = false
		l.wake()
	}
}

// fail notes that pages could not be fetched: the collection is read singly from now on.
func (s *sharedLists) fail(col Collection, l *sharedList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byCollection[col] == l {
		s.giveUp(col, l)
	}
}

// holds says whether a list still counts.
func (s *sharedLists) holds(col Collection, l *sharedList) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byCollection[col] == l
}

// drop forgets all lists: a write can change objects of other kinds too, as the delete of a dashboard deletes its tabs.
func (s *sharedLists) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for col, l := range s.byCollection {
		s.remove(col, l)
	}
}

func (s *sharedLists) giveUp(col Collection, l *sharedList) {
	s.unusable[col] = true
	s.remove(col, l)
}

func (s *sharedLists) remove(col Collection, l *sharedList) {
	delete(s.byCollection, col)
	close(l.changed)
}

// wake has the reads that wait decide again.
func (l *sharedList) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}
