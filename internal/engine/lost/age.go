// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"strings"
	"time"
)

// createdAt is the field in which the engine says when it made an object (wire shapes sections 3 and 9, quirk 170).
const createdAt = "created_at"

// age is what the time of creation of an object says about it.
type age int

const (
	ageUnknown age = iota
	ageBefore      // made before the create was sent
	ageOfRun       // made since the run began
)

// span is when an object was made, as far as the digits of its time of creation say: from the first time, and before the
// second.
type span struct{ from, to time.Time }

// spanOf is when an object was made, and the text in which the engine says it.
func spanOf(doc Document) (made span, text string, ok bool) {
	text, _ = doc[createdAt].(string)
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return span{}, "", false
	}
	_, fraction, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	digit := time.Second
	for range len(fraction) - len(strings.TrimLeft(fraction, "0123456789")) {
		digit = max(digit/10, 1)
	}
	return span{at, at.Add(digit)}, text, true
}

// An object is held to be older than a create only when the clocks can't explain it: the machines of one engine, and the clocks of
// places, differ less than this.
const (
	machines = time.Second
	zones    = 27 * time.Hour
)

// ageOf is what is known of the age of an object: by the clock that tells the times of creation of its kind, which the objects show
// that this run has made; before there is one, by the clock of the header Date, which may be of another place.
func (m *Memory) ageOf(kind string, doc Document, sent time.Time) (found age, createdAt string) {
	made, text, ok := spanOf(doc)
	if !ok {
		return ageUnknown, ""
	}
	m.mu.Lock()
	own, ok := m.births[kind]
	m.mu.Unlock()
	if ok {
		return own.compare(made, sent.Add(-machines), m.began), text
	}
	return m.Clock.compare(made, sent.Add(-zones), m.began), text
}
