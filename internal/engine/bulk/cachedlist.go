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

// A list that takes its full time to load, firstPageLife and loadTime, still answers reads for five seconds.
const (
	// listLife bounds how long a list answers reads, from the request for its first page on.
	listLife = 30 * time.Second
	// firstPageLife bounds the time until the other pages are requested, from the request for the first page on.
	firstPageLife = 15 * time.Second
	// loadTime bounds the request for the first page, and also the requests for the others together.
	loadTime = 10 * time.Second
	// maxStale is the number of lists with other values than single reads after which the lists of a collection are not used any more. The
	// first such list is only replaced, because somebody may have changed an object between the list and the single read.
	maxStale = 2
)

// cachedLists contains the lists that answer reads of single objects. They share one lock, which is never held during a request.
type cachedLists struct {
	nextWrite func() <-chan struct{} // returns a channel that is closed when the next write ends
	same      Same

	mu           sync.Mutex
	byCollection map[engine.Collection]*cachedList
	stale        map[engine.Collection]int  // how many lists had other values than single reads
	unusable     map[engine.Collection]bool // collections whose list fails or is wrong
}

// cachedList is the cached list of one collection. It is replaced when it expires or after a write. The results of requests that were
// started for the old list are discarded.
type cachedList struct {
	budget
	asked   time.Time                  // when the first page was requested; zero before
	entries map[string]json.RawMessage // the objects by id, which are decoded when they are read
	samples map[string]json.RawMessage // the single reads before the list was complete; null if the object was not found
	changed chan struct{}              // closed when the list changes
	// written is closed when a write ends. The whole list is then out of date, because a write can change other objects too: the delete of
	// a dashboard deletes its tabs.
	written <-chan struct{}
}

// decision is the next step of a read, with the state of the list.
type decision struct {
	action  action
	list    *cachedList // nil if the collection's lists are not used
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

// decide returns the next step of a read, and counts it.
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
			entries: map[string]json.RawMessage{}, samples: map[string]json.RawMessage{},
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

// isWritten reports whether a write has ended after this list was made.
func (l *cachedList) isWritten() bool {
	select {
	case <-l.written:
		return true
	default:
		return false
	}
}

// isExpired reports whether a list is too old. A list whose pages are being fetched is not expired: the fetch has its own time limit.
func (l *cachedList) isExpired() bool {
	if l.isFetching || l.asked.IsZero() {
		return false
	}
	age := time.Since(l.asked)
	return age >= listLife || age >= firstPageLife && !l.isComplete
}

// isCurrent reports whether l is still the list of its collection and no write has ended.
func (c *cachedLists) isCurrent(col engine.Collection, l *cachedList) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isCurrentLocked(col, l)
}

// isCurrentLocked is isCurrent for callers that hold the lock.
func (c *cachedLists) isCurrentLocked(col engine.Collection, l *cachedList) bool {
	return c.byCollection[col] == l && !l.isWritten()
}

// endSingle notes the result of a single read: the document as JSON, or null if the object was not found. answered is false if the read
// failed. endSingle drops the list and returns true if the list has another document of the object.
func (c *cachedLists) endSingle(col engine.Collection, l *cachedList, id string, single json.RawMessage, answered bool) (differs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isCurrentLocked(col, l) {
		return false
	}
	l.inFlight--
	if answered && !l.isComplete {
		l.samples[id] = single
	}
	if answered && c.dropIfOther(col, l, id, single) {
		return true
	}
	l.wake()
	return false
}

// add puts the objects of pages into the list. It drops the list and returns true if a single read gave another document of one of them.
func (c *cachedLists) add(
	col engine.Collection, l *cachedList, pages int, entries map[string]json.RawMessage, isComplete bool,
) (differs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isCurrentLocked(col, l) {
		return false
	}
	l.isFetching, l.pages, l.isComplete = false, pages, isComplete
	maps.Copy(l.entries, entries)
	for id, sample := range l.samples {
		if c.dropIfOther(col, l, id, sample) {
			return true
		}
	}
	if isComplete {
		l.samples = nil
	}
	l.wake()
	return false
}

// dropIfOther compares an object of the list with its single read. If they are the same, the list is trusted. If the values differ, this
// list is dropped, and after maxStale such lists the collection's lists are not used any more. If the form differs, they are not used from
// now on.
func (c *cachedLists) dropIfOther(col engine.Collection, l *cachedList, id string, sample json.RawMessage) bool {
	entry, listed := l.entries[id]
	if !listed {
		return false
	}
	switch c.same.compare(col, entry, sample) {
	case alike:
		l.isTrusted = true
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

// passOn lets another read fetch the pages, because the context of the read that was fetching them ended.
func (c *cachedLists) passOn(col engine.Collection, l *cachedList) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isCurrentLocked(col, l) {
		l.isFetching = false
		l.wake()
	}
}

// fail notes that pages could not be fetched. From then on, the collection's objects are read singly.
func (c *cachedLists) fail(col engine.Collection, l *cachedList) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isCurrentLocked(col, l) {
		c.giveUp(col, l)
	}
}

func (c *cachedLists) giveUp(col engine.Collection, l *cachedList) {
	c.unusable[col] = true
	c.remove(col, l)
}

func (c *cachedLists) remove(col engine.Collection, l *cachedList) {
	delete(c.byCollection, col)
	close(l.changed)
}

// wake makes the waiting reads decide again.
func (l *cachedList) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}
