// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// delays returns the habits with which the server imitates engines that show the effect of a write only after some time.
func delays() map[string]behavior {
	delay := func(of func(l *lags) *time.Duration) behavior {
		return behavior{reads: readTime, hooks: hooks{configure: func(s *Settings, p parameter) { *of(&s.lags) = p.time }}}
	}
	return map[string]behavior{
		"late-creates": delay(func(l *lags) *time.Duration { return &l.creates }),
		"late-updates": delay(func(l *lags) *time.Duration { return &l.updates }),
		"late-lists":   delay(func(l *lags) *time.Duration { return &l.lists }),
		"slow-deletes": delay(func(l *lags) *time.Duration { return &l.deletes }),
	}
}

// lags says for how long clients do not see a change. creates, updates and deletes are about single reads of a new, updated or deleted
// object. lists is about the answers to list requests.
type lags struct{ creates, updates, lists, deletes time.Duration }

func (l lags) longest() time.Duration { return max(l.creates, l.updates, l.lists, l.deletes) }

// history has the recent writes that some clients do not see yet, the oldest first.
type history struct {
	mu     sync.Mutex
	writes []write
}

// write is one change of an object. before is nil if the write created the object, after is nil if the write deleted it.
type write struct {
	kind, id      string
	at            time.Time
	before, after []byte
}

// note adds a client's write to the history. Changes that a test makes with methods such as Server.Edit are not added, so clients see
// them at once.
func (s *Set) note(c *Call, before, after []byte) {
	longest := s.lags.longest()
	if longest == 0 {
		return
	}
	id := c.ID
	if c.Operation == table.Create {
		id = string(jsondoc.Text(jsondoc.Field(after, "id")))
	}
	now := time.Now()
	h := &s.history
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = slices.DeleteFunc(h.writes, func(w write) bool { return now.Sub(w.at) >= longest })
	h.writes = append(h.writes, write{kind: c.Table.Kind, id: id, at: now, before: before, after: after})
}

// Read returns the object as a GET shows it now, or nil if a GET does not find it. data is the stored object, nil if there is none.
func (s *Set) Read(kind, id string, data []byte) []byte {
	if s.lags.longest() == 0 {
		return data
	}
	return s.history.visible(kind, id, data, s.lags)
}

// List returns the objects that a list request shows now. objects has the stored objects. passes reports whether an object passes the
// filters of the request.
func (s *Set) List(kind string, objects []*store.Record, passes func(data []byte) bool) []*store.Record {
	if s.lags.longest() == 0 {
		return objects
	}
	lag := lags{
		creates: max(s.lags.creates, s.lags.lists), updates: max(s.lags.updates, s.lags.lists),
		deletes: max(s.lags.deletes, s.lags.lists),
	}
	var listed []*store.Record
	stored := map[string]bool{}
	add := func(id string, data []byte) {
		if data = s.history.visible(kind, id, data, lag); data != nil && passes(data) {
			listed = append(listed, store.NewRecord(id, data))
		}
	}
	for _, o := range objects {
		stored[o.ID()] = true
		add(o.ID(), o.Bytes())
	}
	for _, id := range s.history.ids(kind) {
		if !stored[id] {
			add(id, nil)
		}
	}
	return listed
}

// visible returns an object as clients see it now, or nil if they do not see it. data is the stored object, nil if there is none.
func (h *history) visible(kind, id string, data []byte, lag lags) []byte {
	now := time.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
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
			data = w.before
		case data != nil && age < lag.updates:
			data = w.before
		}
	}
	return data
}

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
