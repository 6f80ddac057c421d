// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"net/http"
	"strings"
	"time"
)

// clock estimates how far the engine's clock is ahead of the local clock, as a minimum and a maximum. Each timestamp from the engine
// narrows the estimate. The zero value has no estimate. Memory.mu guards each clock.
type clock struct {
	known              bool
	minAhead, maxAhead time.Duration
}

// note narrows the estimate, given a time that the engine's clock showed at some moment between two local times (sent and received).
func (c *clock) note(at span, sent, received time.Time) {
	minAhead, maxAhead := at.from.Sub(received), at.to.Sub(sent)
	if c.known {
		if narrowed := min(c.maxAhead, maxAhead); max(c.minAhead, minAhead) <= narrowed {
			c.minAhead, c.maxAhead = max(c.minAhead, minAhead), narrowed
			return
		}
	}
	c.known, c.minAhead, c.maxAhead = true, minAhead, maxAhead // This is the first estimate, or one of the clocks has been adjusted.
}

// compare determines the age of an object from its creation time on the engine's clock (made). It returns ageBefore if the object was
// definitely created before the time sent, when this client sent its create request. It returns ageOfRun if the object was definitely
// created after the time began, when this Terraform run began. Otherwise, it returns ageUnknown.
func (c *clock) compare(made span, sent, began time.Time) age {
	switch {
	case !c.known, made.from.After(time.Now().Add(c.maxAhead)):
		return ageUnknown
	case !made.to.After(sent.Add(c.minAhead)):
		return ageBefore
	case !made.from.Before(began.Add(c.maxAhead)):
		return ageOfRun
	}
	return ageUnknown
}

// createdAt is the field that contains an object's creation time (interface document, sections 3 and 9 of "Wire shapes").
const createdAt = "created_at"

// age tells whether an object was created before a create was sent, or after the run began, as far as the object's creation time proves it.
type age int

const (
	ageUnknown age = iota
	ageBefore      // created before the create was sent
	ageOfRun       // created after the run began
)

// span is the time range in which an object was created, excluding its end. For example, the creation time "12:00:05" means any moment from
// 12:00:05 up to 12:00:06.
type span struct{ from, to time.Time }

// spanOf parses an object's creation time, and also returns it as the engine wrote it (written).
func spanOf(doc Document) (made span, written string, ok bool) {
	written, _ = doc[createdAt].(string)
	at, err := time.Parse(time.RFC3339Nano, written)
	if err != nil {
		return span{}, "", false
	}
	_, fraction, _ := strings.Cut(strings.Replace(written, ",", ".", 1), ".")
	digit := time.Second
	for range len(fraction) - len(strings.TrimLeft(fraction, "0123456789")) {
		digit = max(digit/10, 1)
	}
	return span{at, at.Add(digit)}, written, true
}

// These constants are the maximum differences between two clocks. ageOf takes them into account when it decides whether an object was
// created before a create was sent.
const (
	maxMachineSkew = time.Second    // between the clocks of an engine's machines
	maxZoneSkew    = 27 * time.Hour // between clocks that are set to different time zones
)

// ageOf returns an object's age, and its creation time in the engine's format. If this Terraform run has created objects of the same kind,
// ageOf compares the object's creation time with the creation times of those objects. Otherwise, it compares it with the Date headers of
// replies. In this case, it allows for creation times in any time zone when it decides whether the object is older than the create.
func (m *Memory) ageOf(kind string, doc Document, sent time.Time) (found age, written string) {
	made, written, ok := spanOf(doc)
	if !ok {
		return ageUnknown, ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if clock, ok := m.clocks[kind]; ok {
		return clock.compare(made, sent.Add(-maxMachineSkew), m.began), written
	}
	return m.dateClock.compare(made, sent.Add(-maxZoneSkew), m.began), written
}

// NoteDate updates the estimate of the engine's clock from a reply's Date header, which is precise to the second. It takes the local times
// at which the request was sent and the reply was received.
func (m *Memory) NoteDate(header http.Header, sent, received time.Time) {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.dateClock.note(span{date, date.Add(time.Second)}, sent, received)
	}
}
