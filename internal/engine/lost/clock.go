// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"net/http"
	"sync"
	"time"
)

// Clock knows within which bounds the engine's clock is ahead of the own one, from the header Date of its replies. The header
// has whole seconds; many replies narrow the bounds. The zero value knows nothing.
type Clock struct {
	mu          sync.Mutex
	known       bool
	least, most time.Duration
	// agrees and differs say whether objects that this run made have times of creation by this clock.
	agrees, differs bool
}

// zones is more than any two places have their clocks apart, for times of creation that may be of another clock.
const zones = 27 * time.Hour

// Note takes the time of a reply to a request that was sent and answered at these times of the own clock.
func (c *Clock) Note(header http.Header, sent, answered time.Time) {
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	least, most := date.Sub(answered), date.Add(time.Second).Sub(sent)
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

// age is what a time of the engine's clock says about a time of the own one.
type age int

const (
	ageUnknown age = iota
	ageBefore
	ageSince // or within the doubt about the engine's clock before
)

// Check compares the time of creation of an object with the times at which its create was sent and answered.
func (c *Clock) Check(made, sent, answered time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.known:
	case made.Before(sent.Add(c.least)), made.After(answered.Add(c.most)):
		c.differs = true
	default:
		c.agrees = true
	}
}

// compare says whether a time of the engine is before or since a time of the own clock. One that is to come says nothing: it
// is not of the clock that the replies tell. Nor does one that is past, before it is known that it is of that clock.
func (c *Clock) compare(made, sent time.Time) age {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := sent.Add(c.least)
	switch {
	case !c.known, c.differs, made.After(time.Now().Add(c.most)):
		return ageUnknown
	case !made.Before(first):
		return ageSince
	case c.agrees, made.Before(first.Add(-zones)):
		return ageBefore
	}
	return ageUnknown
}
