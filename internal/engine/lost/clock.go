// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"net/http"
	"sync"
	"time"
)

// Clock knows within which bounds a clock of the engine is ahead of the own one, from times that the engine told and the times
// between which it told them. Many narrow the bounds. The zero value knows nothing. It is safe for concurrent use.
type Clock struct {
	mu          sync.Mutex
	known       bool
	least, most time.Duration
}

// Note takes the header Date of a reply, which has whole seconds, to a request that was sent and answered at these times of the
// own clock.
func (c *Clock) Note(header http.Header, sent, answered time.Time) {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		c.note(span{date, date.Add(time.Second)}, sent, answered)
	}
}

// note takes a time of the engine that was between two times of the own clock.
func (c *Clock) note(at span, sent, answered time.Time) {
	least, most := at.from.Sub(answered), at.to.Sub(sent)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known {
		if narrowed := min(c.most, most); max(c.least, least) <= narrowed {
			c.least, c.most = max(c.least, least), narrowed
			return
		}
	}
	c.known, c.least, c.most = true, least, most // also when one of the clocks was set
}

// compare says whether an object was made before a time, or since the run began. A time that is to come says nothing: it is of
// another clock.
func (c *Clock) compare(made span, before, began time.Time) age {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.known, made.from.After(time.Now().Add(c.most)):
		return ageUnknown
	case !made.to.After(before.Add(c.least)):
		return ageBefore
	case !made.from.Before(began.Add(c.most)):
		return ageOfRun
	}
	return ageUnknown
}
