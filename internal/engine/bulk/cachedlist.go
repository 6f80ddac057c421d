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

// A list may take firstPageLife + loadTime (25 seconds) to arrive. It then still answers reads for the last 5 seconds of listLife.
const (
	// listLife is how long a cached list may answer reads, counted from the request for its first page.
	listLife = 30 * time.Second
	// firstPageLife is how old the first page may be when the other pages are requested. After that, the list is fetched again from the
	// start.
	firstPageLife = 15 * time.Second
	// loadTime limits the request for the first page, and then again all requests for the other pages together.
	loadTime = 10 * time.Second
	// maxStale is how many lists of a collection may have other values than single reads before no more lists are fetched. One such list is
	// normal: somebody may have changed an object between the list and the single read.
	maxStale = 2
)

// cachedLists contains the cached list of each collection. All lists share one lock, which is never held during a request.
type cachedLists struct {
	nextWrite func() <-chan struct{} // returns a channel that is closed when the next write ends
	same      Same

	mu           sync.Mutex
	byCollection map[engine.Collection]*cachedList
	stale        map[engine.Collection]int  // how many lists had other values than single reads
	unusable     map[engine.Collection]bool // collections whose list fails or is wrong
}

// cachedList is the cached list of one collection. It is replaced when it expires or after a write. Results of requests that were started
// for the old list are discarded.
type cachedList struct {
	budget
	asked   time.Time                  // when the first page was requested; zero before
	entries map[string]json.RawMessage // the objects by id, which are decoded when they are read
	samples map[string]json.RawMessage // the single reads before the list was complete; null if the object was not found
	changed chan struct{}              // closed when the list changes
	// written is closed when this client's next write ends. All objects of the list are then out of date, because a write can change other
	// objects too: deleting a dashboard deletes its tabs.
	written <-chan struct{}
}

// decision is the next step of a read, with a copy of what the step needs to know about the cached list.
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

// decide returns the next step to read an object, and counts it in the list's budget. It replaces a list that is out of date.
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

// isWritten reports whether this client has written to the engine since the list was started, so that the list is out of date.
func (l *cachedList) isWritten() bool {
	select {
	case <-l.written:
		return true
	default:
		return false
	}
}

// isExpired reports whether the list is too old. A list whose pages are being fetched does not expire, because loadTime limits the fetch.
func (l *cachedList) isExpired() bool {
	if l.isFetching || l.asked.IsZero() {
		return false
	}
	age := time.Since(l.asked)
	return age >= listLife || age >= firstPageLife && !l.isComplete
}

// isCurrent reports whether l is still the cached list of its collection, and no write has ended since l was started.
func (c *cachedLists) isCurrent(col engine.Collection, l *cachedList) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.isCurrentLocked(col, l)
}

// isCurrentLocked is like isCurrent. The caller holds c.mu.
func (c *cachedLists) isCurrentLocked(col engine.Collection, l *cachedList) bool {
	return c.byCollection[col] == l && !l.isWritten()
}

// endSingle records the result of a single read: the document as JSON, or null after a 404. answered is false if the read failed. If the
// list contains another document of the object, endSingle drops the list and returns true.
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

// add puts the objects of fetched pages into the list. If one of them differs from its earlier single read, add drops the list and returns
// true.
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

// dropIfOther compares an object in the list with its single read. If they are equal, the list is trusted and may answer reads. If values
// differ, the list is dropped; after maxStale dropped lists, the collection's objects are always read one by one. If the fields differ,
// that happens at once.
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

// passOn is called if the read that was fetching pages is canceled. Another read that waits for the pages then fetches them.
func (c *cachedLists) passOn(col engine.Collection, l *cachedList) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isCurrentLocked(col, l) {
		l.isFetching = false
		l.wake()
	}
}

// fail is called if pages could not be fetched. From then on, all objects of the collection are read one by one.
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

// wake makes all reads that wait for this list call decide again.
func (l *cachedList) wake() {
	close(l.changed)
	l.changed = make(chan struct{})
}
