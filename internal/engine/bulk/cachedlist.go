// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"encoding/json"
	"maps"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A list that is complete after firstPageLife and loadTime at the latest is of use for some seconds at least.
const (
	// listLife bounds how long reads are answered from a list, from the request for its first page on.
	listLife = 30 * time.Second
	// firstPageLife is the part of it in which the other pages have to be asked for.
	firstPageLife = 15 * time.Second
	// loadTime bounds the fetching of the first page, and that of the others.
	loadTime = 10 * time.Second
	// maxStale is how many lists of a collection may have other values than single reads: they may be older or newer, when
	// somebody else writes. After that the list is believed to be another view of the objects.
	maxStale = 2
)

// cachedLists are the lists from which reads of single objects are answered. All of them share one lock, which nobody
// holds during a request.
type cachedLists struct {
	nextWrite func() <-chan struct{} // closed when the next write ends
	same      Same

	mu           sync.Mutex
	byCollection map[engine.Collection]*cachedList
	stale        map[engine.Collection]int  // how many lists had other values than single reads
	unusable     map[engine.Collection]bool // collections without a list, or with one that was found wrong
}

// cachedList is the list of one collection, while it lives. It is replaced when it is too old or something was written;
// what was begun for the old one then counts no more.
type cachedList struct {
	budget
	asked   time.Time                  // when the first page was asked for; zero before
	entries map[string]json.RawMessage // the objects by id, each decoded when it is read
	samples map[string][]byte          // what single reads answered before the list was complete; nil for not found
	changed chan struct{}              // closed at the next change
	// written is closed when a write ends. The list counts no more then: a write can change objects of other kinds too,
	// as the delete of a dashboard deletes its tabs.
	written <-chan struct{}
}

// decision is what a read is told to do.
type decision struct {
	action  action
	list    *cachedList // nil where there is none
	entry   json.RawMessage
	changed <-chan struct{}
	written <-chan struct{}
	pages   int
}

func newCachedLists(nextWrite func() <-chan struct{}, same Same) *cachedLists {
	return &cachedLists{
		nextWrite: nextWrite, same: same, byCollection: map[engine.Collection]*cachedList{},
		stale: map[engine.Collection]int{}, unusable: map[engine.Collection]bool{},
	}
}

// decide tells a read what to do, and counts on it.
func (c *cachedLists) decide(col engine.Collection, id string) decision {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unusable[col] {
		return decision{action: readSingly}
	}
	l := c.byCollection[col]
	if l != nil && (l.isWritten() || l.isExpired()) {
		c.remove(col, l)
		l = nil
	}
	if l == nil {
		l = &cachedList{
			entries: map[string]json.RawMessage{}, samples: map[string][]byte{},
			changed: make(chan struct{}), written: c.nextWrite(),
		}
		c.byCollection[col] = l
	}
	entry, listed := l.entries[id]
	next := l.next(listed)
	l.begin(next)
	if next == askFirstPage {
		l.asked = time.Now()
	}
	return decision{action: next, list: l, entry: entry, changed: l.changed, written: l.written, pages: l.pages}
}

// isWritten says whether a write ended since the list began.
func (l *cachedList) isWritten() bool {
	select {
	case <-l.written:
		return true
	default:
		return false
	}
}

// isExpired leaves a list alone whose pages are being fetched: that ends in time and tells how.
func (l *cachedList) isExpired() bool {
	if l.busy || l.asked.IsZero() {
		return false
	}
	age := time.Since(l.asked)
	return age >= listLife || age >= firstPageLife && !l.complete
}

// counts says whether a list is still the one of its collection.
func (c *cachedLists) counts(col engine.Collection, l *cachedList) bool {
	return c.byCollection[col] == l && !l.isWritten()
}

// endSingle notes what a single read answered: a body, or nil for an object that does not exist. It tells whether the
// list says otherwise; such a list is dropped.
func (c *cachedLists) endSingle(col engine.Collection, l *cachedList, id string, body []byte, answered bool) (differs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.counts(col, l) {
		return false
	}
	l.inFlight--
	if answered && !l.complete {
		l.samples[id] = body
	}
	if answered && c.dropIfOther(col, l, id, body) {
		return true
	}
	l.wake()
	return false
}

// add puts the objects of pages into the list. It tells whether one of them is said to be otherwise by a single read;
// such a list is dropped.
func (c *cachedLists) add(col engine.Collection, l *cachedList, pages int, entries map[string]json.RawMessage, complete bool) (differs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.counts(col, l) {
		return false
	}
	l.busy, l.pages, l.complete = false, pages, complete
	maps.Copy(l.entries, entries)
	for id, sample := range l.samples {
		if c.dropIfOther(col, l, id, sample) {
			return true
		}
	}
	if complete {
		l.samples = nil
	}
	l.wake()
	return false
}

// dropIfOther compares an object of the list with what its single read answered. One that is the same makes the list
// trusted. One with other values makes this list worthless, one of another form every list of the collection.
func (c *cachedLists) dropIfOther(col engine.Collection, l *cachedList, id string, sample []byte) bool {
	entry, listed := l.entries[id]
	if !listed {
		return false
	}
	switch c.same.compare(col, entry, sample) {
	case alike:
		l.trusted = true
		return false
	case otherValues:
		if c.stale[col]++; c.stale[col] < maxStale {
			c.remove(col, l)
			return true
		}
	case otherForm:
	}
	c.giveUp(col, l)
	return true
}

// passOn lets another read fetch the pages that one was about to fetch when its caller gave up.
func (c *cachedLists) passOn(col engine.Collection, l *cachedList) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts(col, l) {
		l.busy = false
		l.wake()
	}
}

// fail notes that pages could not be fetched: the collection is read singly from now on.
func (c *cachedLists) fail(col engine.Collection, l *cachedList) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts(col, l) {
		c.giveUp(col, l)
	}
}

// holds says whether a list still counts.
func (c *cachedLists) holds(col engine.Collection, l *cachedList) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts(col, l)
}

func (c *cachedLists) giveUp(col engine.Collection, l *cachedList) {
	c.unusable[col] = true
	c.remove(col, l)
}

func (c *cachedLists) remove(col engine.Collection, l *cachedList) {
	delete(c.byCollection, col)
	close(l.changed)
}

// wake has the reads that wait decide again.
func (l *cachedList) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}
