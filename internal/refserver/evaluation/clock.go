// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// Clock is the server's clock. It follows the machine's time or is fixed at a given time. The zero value follows the machine's time.
type Clock struct{ setting atomic.Value }

// Setting is the setting of a Clock.
type Setting struct {
	// At is the time of a fixed clock. It is used only if IsStill is true.
	At      time.Time
	IsStill bool
	// Given is true if the user has set the clock, either to a fixed time or to "now". Otherwise, alerts run on all data, including future
	// points.
	Given bool
}

// ParseSetting parses an RFC 3339 time for a fixed clock, "now" for a clock that follows the machine's time, or "" for a clock that the
// user has not set.
func ParseSetting(setting string) (Setting, error) {
	switch setting {
	case "":
		return Setting{}, nil
	case "now":
		return Setting{Given: true}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, setting)
	if err != nil || at.UTC().Year() < 1 || at.UTC().Year() > 9999 {
		return Setting{}, fmt.Errorf("the clock must be an RFC 3339 time such as 2026-01-01T00:00:00Z, or now, not %q", setting)
	}
	return Setting{At: at.UTC().Truncate(time.Microsecond), IsStill: true, Given: true}, nil
}

// String returns the setting in the format that ParseSetting accepts.
func (s Setting) String() string {
	switch {
	case !s.Given:
		return ""
	case s.Running():
		return "now"
	}
	return jsondoc.Time(s.At)
}

// Running reports whether the clock follows the machine's time.
func (s Setting) Running() bool { return !s.IsStill }

// Advanced returns the setting with At moved forward by the given duration. It returns an error if the clock follows the machine's time, if
// the duration is negative, or if the new time is after the year 9999.
func (s Setting) Advanced(by time.Duration) (Setting, error) {
	later := s.At.Add(by.Truncate(time.Microsecond))
	switch {
	case s.Running():
		return s, fmt.Errorf("the clock shows the machine's time and can't be advanced; set it to a time first")
	case by < 0:
		return s, fmt.Errorf("the clock can't be advanced by %s, only by a duration above 0; to move it back, set it to a time", by)
	case later.Year() > 9999:
		return s, fmt.Errorf("the clock can't be advanced by %s: it would show a time after the year 9999", by)
	}
	return Setting{At: later, IsStill: true, Given: true}, nil
}

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	if setting := c.Setting(); setting.IsStill {
		return setting.At
	}
	return time.Now().UTC()
}

// Setting returns the clock's setting.
func (c *Clock) Setting() Setting {
	setting, _ := c.setting.Load().(Setting)
	return setting
}

// Set sets the clock.
func (c *Clock) Set(to Setting) { c.setting.Store(to) }
