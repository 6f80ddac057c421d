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

// A list expires when its first page is 30 seconds old (listLife). When the last page arrives, the first page is at most 25 seconds old
// (firstPageLife + loadTime). Therefore, reads can use a complete list for at least 5 seconds.
const (
	// listLife is the time from the request for the first page of a list until the list expires.
	listLife = 30 * time.Second
	// firstPageLife is how old the first page may be when the reader requests the other pages. If the first page is older, the reader
	// fetches it again.
	firstPageLife = 15 * time.Second
	// loadTime is the time limit for fetching the first page. All other pages together have the same limit.
	loadTime = 10 * time.Second
	// maxStale is the number of out-of-date lists in a collection after which the reader stops using lists there. A single one is normal,
	// because another client may have changed an object after the list was fetched.
	maxStale = 2
)

// cachedLists contains the cached lists of all collections. Its lock is never held during a request.
type cachedLists struct {
	nextWrite func() <-chan struct{} // returns a channel that is closed when the next write ends
	same      Same

	mu           sync.Mutex
	byCollection map[engine.Collection]*cachedList
	stale        map[engine.Collection]int  // the number of lists whose values differed from individual reads
	unusable     map[engine.Collection]bool // the collections whose lists fail or differ from individual reads
}

// cachedList is the cached list of one collection. It is replaced when it expires and after each write by this client.
type cachedList struct {
	budget
	requestedAt time.Time                  // when the first page was requested; zero if it was not
	entries     map[string]json.RawMessage // the objects by id; each is decoded when it is read
	samples     map[string]json.RawMessage // the results of individual reads by id, before the list was complete; JSON null after a 404
	changed     chan struct{}              // closed when the list changes
	// written is a channel that is closed when this client's next write ends. The whole list is then out of date, because a write may also
	// change other objects. For example, deleting a dashboard deletes its tabs.
	written <-chan struct{}
}

// decision is the next step of a read. It contains copies of those fields of the list that the step uses.
type decision struct {
	action  action
	list    *cachedList // nil if the collection's lists are unusable
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

// decide returns the next step of a read, and records that the step has begun. If the list is out of date, decide first replaces it with an
// empty one.
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
		l.requestedAt = time.Now()
	}
	return decision{action: next, list: l, entry: entry, changed: l.changed, written: l.written, pages: l.pages}
}

// complete returns the objects in a collection's list. ok is false if pages are missing, if the list is out of date, or if none of its
// objects has been compared with an individual read yet. The returned map never changes.
func (c *cachedLists) complete(col engine.Collection) (entries map[string]json.RawMessage, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.byCollection[col]
	if l == nil || !l.isComplete || !l.isTrusted || l.isWritten() || l.isExpired() {
		return nil, false
	}
	return l.entries, true
}

// isWritten reports whether the list is out of date because this client has written to the engine since the list was created.
func (l *cachedList) isWritten() bool {
	select {
	case <-l.written:
		return true
	default:
		return false
	}
}

// isExpired reports whether the list is too old. A list never expires while its pages are being fetched, because loadTime limits the fetch.
func (l *cachedList) isExpired() bool {
	if l.isFetching || l.requestedAt.IsZero() {
		return false
	}
	age := time.Since(l.requestedAt)
	return age >= listLife || age >= firstPageLife && !l.isComplete
}

// change calls f to modify the list, and wakes the reads that are waiting for a change. If the list has been replaced or is out of date
// because of a write, change does nothing and returns false. If f is nil, change only reports whether the list is current.
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

// recordRead records the result of reading an object individually. object is its JSON, or null after a 404. responded is false if the read
// failed. If the list contains a different version of the object, recordRead drops the list and returns true.
func (c *cachedLists) recordRead(col engine.Collection, l *cachedList, id string, object json.RawMessage, responded bool) (differs bool) {
	c.change(col, l, func() {
		l.inFlight--
		if responded && !l.isComplete {
			l.samples[id] = object
		}
		differs = responded && c.dropIfDifferent(col, l, id, object)
	})
	return differs
}

// add adds fetched objects to the list. If one of them differs from the object that the client has read individually, the list is out of
// date, so add drops the whole list and returns true.
func (c *cachedLists) add(
	col engine.Collection, l *cachedList, pages int, entries map[string]json.RawMessage, isComplete bool,
) (differs bool) {
	c.change(col, l, func() {
		l.isFetching, l.pages, l.isComplete = false, pages, isComplete
		maps.Copy(l.entries, entries)
		for id, sample := range l.samples {
			if differs = c.dropIfDifferent(col, l, id, sample); differs {
				return
			}
		}
		if isComplete {
			l.samples = nil
		}
	})
	return differs
}

// dropIfDifferent compares an object in the list with sample, the result of reading the object individually. If they are equal, it marks
// the list as trusted and returns false. Otherwise, it drops the list and returns true. If the two objects even have different keys, or if
// values have differed in maxStale lists, it also disables lists for the whole collection.
func (c *cachedLists) dropIfDifferent(col engine.Collection, l *cachedList, id string, sample json.RawMessage) bool {
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
	c.disable(col)
	return true
}

// disable marks the lists of a collection as unusable, so that its objects are read one by one from then on.
func (c *cachedLists) disable(col engine.Collection) {
	c.unusable[col] = true
	delete(c.byCollection, col)
}

// action is the next step in reading an object.
type action int

const (
	readSingly action = iota
	useList
	awaitChange // wait until another read changes the list
	askFirstPage
	fetchOtherPages
)

// budget limits the number of requests for reads in one collection. The first read fetches its object individually, and the second one
// fetches the first page of the list. Further reads fetch their objects individually until there have been as many individual reads as the
// list has pages. Only then are the other pages fetched. Therefore, reading from a list with n pages costs at most n individual reads and n
// page requests.
type budget struct {
	singles    int  // the number of individual reads that have begun
	inFlight   int  // the number of individual reads that have not ended
	pages      int  // the number of pages; 0 until the first page has arrived
	isFetching bool // a read is fetching pages
	isComplete bool // all pages have arrived
	isTrusted  bool // at least one object in the list was equal to the result of reading it individually
}

// next returns what to do next when an object is read. isListed is true if a page that has already been fetched contains the object.
func (b *budget) next(isListed bool) action {
	switch {
	case isListed && b.isTrusted:
		return useList
	case b.isFetching:
		return awaitChange
	case b.singles == 0:
		return readSingly
	case b.pages == 0:
		return askFirstPage
	case b.isComplete && isListed && b.inFlight > 0:
		return awaitChange // An in-flight individual read may prove that the list can be trusted.
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
