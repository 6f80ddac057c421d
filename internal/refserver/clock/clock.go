// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package clock is the one clock of the reference server, by which all times are that it makes. It imports the package document alone.
package clock

import (
	"fmt"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// Clock shows the machine's time, or one that stands still until it is set. The zero value shows the machine's.
type Clock struct {
	mu      sync.Mutex
	setting Setting
}

// Setting is what somebody said of the clock.
type Setting struct {
	// At is where the clock stands still; the zero value is the machine's time, which goes on.
	At time.Time
	// Given: somebody said what time it is, if only that it is the machine's. Otherwise data as a whole lie in the past.
	Given bool
}

// Words for settings without a time.
const (
	now  = "now"
	none = ""
)

// Parse reads a setting: an RFC 3339 time at which the clock stands still, now for the machine's, or an empty text where nobody says.
func Parse(text string) (Setting, error) {
	switch text {
	case none:
		return Setting{}, nil
	case now:
		return Setting{Given: true}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || at.UTC().Year() < 1 || at.UTC().Year() > 9999 {
		return Setting{}, fmt.Errorf("a clock shows an RFC 3339 time such as 2026-01-01T00:00:00Z, or now, and not %q", text)
	}
	return Setting{At: at.UTC().Truncate(time.Microsecond), Given: true}, nil
}

// String is what Parse reads.
func (s Setting) String() string {
	switch {
	case !s.Given:
		return none
	case s.Running():
		return now
	}
	return document.Time(s.At)
}

// Running tells whether the clock goes on by itself.
func (s Setting) Running() bool { return s.At.IsZero() }

// Advanced is the clock that stands still that much later.
func (s Setting) Advanced(by time.Duration) (Setting, error) {
	later := s.At.Add(by.Truncate(time.Microsecond))
	switch {
	case s.Running():
		return s, fmt.Errorf("a clock that goes by itself can't be advanced; set it to a time first")
	case by < 0:
		return s, fmt.Errorf("a clock is advanced by a duration above 0, not by %s; it can be set back to a time", by)
	case later.Year() > 9999:
		return s, fmt.Errorf("the clock would show a time beyond the year 9999")
	}
	return Setting{At: later, Given: true}, nil
}

// Now is the time.
func (c *Clock) Now() time.Time {
	if at := c.Setting().At; !at.IsZero() {
		return at
	}
	return time.Now().UTC()
}

// Setting is how the clock is set.
func (c *Clock) Setting() Setting {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.setting
}

// Set sets the clock.
func (c *Clock) Set(to Setting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.setting = to
}
