// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"net/http"
	"sync"
	"time"
)

// Clock estimates how far a clock of the engine is ahead of the local clock. It knows a smallest and a largest possible difference, and
// each new time from the engine brings these two closer together. The zero value knows nothing. A Clock is safe for concurrent use.
type Clock struct {
	mu          sync.Mutex
	known       bool
	least, most time.Duration
}

// Note learns from the header Date of a reply, which has whole seconds. sent and answered are the local times of the request and the
// reply.
func (c *Clock) Note(header http.Header, sent, answered time.Time) {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		c.note(span{date, date.Add(time.Second)}, sent, answered)
	}
}

// note learns from a time of the engine's clock (at) that lies between two local times.
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
	c.known, c.least, c.most = true, least, most // The bounds begin again if one of the clocks was set.
}

// compare returns ageBefore if an object was surely made before the create was sent, and ageOfRun if the object was surely made after this
// run of Terraform began. In all other cases it returns ageUnknown, for example for a creation time in the future, which another clock
// wrote.
func (c *Clock) compare(made span, sent, began time.Time) age {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.known, made.from.After(time.Now().Add(c.most)):
		return ageUnknown
	case !made.to.After(sent.Add(c.least)):
		return ageBefore
	case !made.from.Before(began.Add(c.most)):
		return ageOfRun
	}
	return ageUnknown
}
