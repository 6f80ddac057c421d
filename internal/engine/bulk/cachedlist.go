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

// When the last page of a list arrives, its first page may be up to firstPageLife + loadTime (25 seconds) old. Reads can then use the list
// for 5 more seconds, until listLife (30 seconds) is over.
const (
	// listLife is how long reads may use a list, counted from the request for its first page.
	listLife = 30 * time.Second
	// firstPageLife is the maximum age of the first page when the other pages are requested. An older first page is fetched again.
	firstPageLife = 15 * time.Second
	// loadTime limits the request for the first page. It also limits the requests for all other pages together.
	loadTime = 10 * time.Second
	// maxStale is the number of lists whose values differ from single reads after which no more lists of the collection are fetched. One
	// such list is normal, because somebody may have changed an object between the list and the single read.
	maxStale = 2
)

// cachedLists contains the cached lists of all collections, which share one lock. No request is sent while the lock is held.
type cachedLists struct {
	nextWrite func() <-chan struct{} // returns a channel that is closed when the next write ends
	same      Same

	mu           sync.Mutex
	byCollection map[engine.Collection]*cachedList
	stale        map[engine.Collection]int  // the number of lists whose values differed from single reads
	unusable     map[engine.Collection]bool // collections whose list fails, or differs from single reads
}

// cachedList is the cached list of one collection. It is replaced when it expires and after a write. Results of requests for the old list
// are then discarded.
type cachedList struct {
	budget
	asked   time.Time                  // when the first page was requested; zero before
	entries map[string]json.RawMessage // the objects by id, which are decoded when they are read
	samples map[string]json.RawMessage // the single reads before the list was complete; null if the object was not found
	changed chan struct{}              // closed when the list changes
	// written is closed when this client's next write ends. Then the whole list is out of date, because a write can change other objects
	// too. For example, deleting a dashboard deletes its tabs.
	written <-chan struct{}
}

// decision is the next step of a read, with copies of the data from the cached list that the step requires.
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

// decide returns the next step of a read and adds the read to the budget. It replaces a list that is out of date.
func (c *cachedLists) decide(col engine.Collection, id string) decision {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unusable[col] {
		return decision{action: readSingly}
	}
	l := c.byCollection[col]
	if l != nil && (l.isWritten() || l.isExpired()) {
		close(l.changed)
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

// complete returns the objects of a collection's list if the list is complete, trusted and up to date. The returned map never changes.
func (c *cachedLists) complete(col engine.Collection) (entries map[string]json.RawMessage, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.byCollection[col]
	if l == nil || !l.isComplete || !l.isTrusted || l.isWritten() || l.isExpired() {
		return nil, false
	}
	return l.entries, true
}

// isWritten reports whether this client has written to the engine since l was created. The list is then out of date.
func (l *cachedList) isWritten() bool {
	select {
	case <-l.written:
		return true
	default:
		return false
	}
}

// isExpired reports whether the list is too old. A list does not expire while its pages are being fetched, because loadTime limits the
// duration of the fetch.
func (l *cachedList) isExpired() bool {
	if l.isFetching || l.asked.IsZero() {
		return false
	}
	age := time.Since(l.asked)
	return age >= listLife || age >= firstPageLife && !l.isComplete
}

// change calls f and wakes the reads that wait for the list. It returns false if l is no longer the cached list, or a write has ended since
// l was created. f may be nil.
func (c *cachedLists) change(col engine.Collection, l *cachedList, f func()) (isCurrent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byCollection[col] != l || l.isWritten() {
		return false
	}
	if f != nil {
		f()
		close(l.changed)
		l.changed = make(chan struct{})
	}
	return true
}

// endSingle records the result of a single read: the document as JSON, or null after a 404. responded is false if the read failed. If the
// object differs in the list, endSingle drops the list and returns true.
func (c *cachedLists) endSingle(col engine.Collection, l *cachedList, id string, single json.RawMessage, responded bool) (differs bool) {
	c.change(col, l, func() {
		l.inFlight--
		if responded && !l.isComplete {
			l.samples[id] = single
		}
		differs = responded && c.dropIfOther(col, l, id, single)
	})
	return differs
}

// add puts the objects of fetched pages into the list. If an object differs from an earlier single read of it, add drops the list and
// returns true.
func (c *cachedLists) add(
	col engine.Collection, l *cachedList, pages int, entries map[string]json.RawMessage, isComplete bool,
) (differs bool) {
	c.change(col, l, func() {
		l.isFetching, l.pages, l.isComplete = false, pages, isComplete
		maps.Copy(l.entries, entries)
		for id, sample := range l.samples {
			if differs = c.dropIfOther(col, l, id, sample); differs {
				return
			}
		}
		if isComplete {
			l.samples = nil
		}
	})
	return differs
}

// dropIfOther compares an object in the list with its single read. If they are equal, reads may use the list. If values differ, dropIfOther
// drops the list, and after maxStale such lists, no more lists of the collection are fetched. If fields are missing or added, no more lists
// are fetched after the first one.
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
			delete(c.byCollection, col)
			return true
		}
	case otherForm:
	}
	c.giveUp(col)
	return true
}

// giveUp stops the use of lists for a collection. From then on, its objects are read one by one.
func (c *cachedLists) giveUp(col engine.Collection) {
	c.unusable[col] = true
	delete(c.byCollection, col)
}

// action is the next step in reading an object.
type action int

const (
	readSingly action = iota
	useList
	awaitChange // wait until a different read changes the list
	askFirstPage
	fetchOtherPages
)

// budget counts the reads of objects in one collection, and decides the next step of each read. The first read is a single read. The second
// read fetches the first page of the list. The other pages are fetched only after as many single reads as the list has pages, so n reads
// cost at most 2*min(n, pages) requests.
type budget struct {
	singles    int  // single reads that have begun
	inFlight   int  // single reads that have not ended
	pages      int  // the number of pages; 0 until the first page has arrived
	isFetching bool // a read is fetching pages
	isComplete bool // all pages have arrived
	isTrusted  bool // an object in the list is the same as its single read
}

// next returns the next step to read an object. listed is true if a fetched page contains the object.
func (b *budget) next(listed bool) action {
	switch {
	case listed && b.isTrusted:
		return useList
	case b.isFetching:
		return awaitChange
	case b.singles == 0:
		return readSingly
	case b.pages == 0:
		return askFirstPage
	case b.isComplete && listed && b.inFlight > 0:
		return awaitChange // One of the single reads may show that the list can be trusted.
	case b.isComplete || b.singles < b.pages:
		return readSingly
	default:
		return fetchOtherPages
	}
}

func (b *budget) begin(a action) {
	switch a {
	case readSingly:
		b.singles++
		b.inFlight++
	case askFirstPage, fetchOtherPages:
		b.isFetching = true
	}
}
