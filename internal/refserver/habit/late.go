// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// lateness lets a while pass before what was written is read.
func lateness() []Habit {
	late := func(name, summary string, quirk int, lag func(l *lags) *time.Duration) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{quirk}, Kinds: everyKind(), Default: "50ms", reads: readTime,
			points: func(_ *Set, p parameter) points {
				return points{settings: func(s *Settings) { *lag(&s.lags) = p.time }}
			},
		}
	}
	return []Habit{
		late("late-creates", "a new object is not found for a while", 58, func(l *lags) *time.Duration { return &l.creates }),
		late("late-updates", "a changed object is read as it was before for a while", 58, func(l *lags) *time.Duration { return &l.updates }),
		late("late-lists", "lists show for a while what was before", 58, func(l *lags) *time.Duration { return &l.lists }),
		late("slow-deletes", "a deleted object is still read for a while", 65, func(l *lags) *time.Duration { return &l.deletes }),
	}
}

// lags are how long what was written is not yet read.
type lags struct{ creates, updates, lists, deletes time.Duration }

func (l lags) longest() time.Duration { return max(l.creates, l.updates, l.lists, l.deletes) }

// history is what requests wrote in the time that the longest lag covers, the oldest first.
type history struct {
	mu     sync.Mutex
	writes []write
}

// write is one change of an object. before is nil for a create, after for a deletion.
type write struct {
	kind, id      string
	at            time.Time
	before, after []byte
}

// note keeps a write for those who read late. What tests change behind the client's back is read at once.
func (s *Set) note(c *Call, before, after []byte) {
	longest := s.lags.longest()
	if longest == 0 {
		return
	}
	id := c.ID
	if c.Operation == table.Create {
		id = string(document.Text(document.Field(after, "id")))
	}
	now := time.Now()
	h := &s.history
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = slices.DeleteFunc(h.writes, func(w write) bool { return now.Sub(w.at) >= longest })
	h.writes = append(h.writes, write{kind: c.Table.Kind, id: id, at: now, before: before, after: after})
}

// Read gives the bytes in which an object is read, nil when it is not found. data is what the store has.
func (s *Set) Read(kind, id string, data []byte) []byte {
	if s.lags.longest() == 0 {
		return data
	}
	return s.history.seen(kind, id, data, s.lags)
}

// List gives the objects of which a list is made. objects are those that the store has; shows says whether the list would show a
// document at all.
func (s *Set) List(kind string, objects []*store.Record, shows func(data []byte) bool) []*store.Record {
	longest := s.lags.longest()
	if longest == 0 {
		return objects
	}
	lag := lags{
		creates: max(s.lags.creates, s.lags.lists), updates: max(s.lags.updates, s.lags.lists),
		deletes: max(s.lags.deletes, s.lags.lists),
	}
	var seen []*store.Record
	for _, o := range objects {
		if data := s.history.seen(kind, o.ID(), o.Bytes(), lag); data != nil && shows(data) {
			seen = append(seen, store.NewRecord(o.ID(), data))
		}
	}
	for _, id := range s.history.ids(kind) {
		listed := slices.ContainsFunc(objects, func(o *store.Record) bool { return o.ID() == id })
		if data := s.history.seen(kind, id, nil, lag); !listed && data != nil && shows(data) {
			seen = append(seen, store.NewRecord(id, data))
		}
	}
	return seen
}

// seen gives the bytes in which an object is read for which the store has data, or nil.
func (h *history) seen(kind, id string, data []byte, lag lags) []byte {
	now := time.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := data
	for _, w := range slices.Backward(h.writes) {
		if w.kind != kind || w.id != id {
			continue
		}
		age := now.Sub(w.at)
		switch {
		case w.before == nil:
			if age < lag.creates {
				return nil
			}
		case w.after == nil:
			if age >= lag.deletes {
				return nil
			}
			seen = w.before
		case seen != nil && age < lag.updates:
			seen = w.before
		}
	}
	return seen
}

// ids gives the objects of a kind that were written, each once.
func (h *history) ids(kind string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ids []string
	for _, w := range h.writes {
		if w.kind == kind && !slices.Contains(ids, w.id) {
			ids = append(ids, w.id)
		}
	}
	return ids
}
