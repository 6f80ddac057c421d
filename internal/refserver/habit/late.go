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

// delays returns the habits (deviations from INTERFACE.md) that delay the moment when clients can see the effects of a write.
func delays() map[string]hooks {
	return map[string]hooks{
		"late-creates": {reads: readTime, start: func(s *Set, p parameter, _ *hooks) { s.lags.creates = p.time }},
		"late-updates": {reads: readTime, start: func(s *Set, p parameter, _ *hooks) { s.lags.updates = p.time }},
		"late-lists":   {reads: readTime, start: func(s *Set, p parameter, _ *hooks) { s.lags.lists = p.time }},
		"slow-deletes": {reads: readTime, start: func(s *Set, p parameter, _ *hooks) { s.lags.deletes = p.time }},
	}
}

// lags contains the delays before clients see creates, updates and deletes. In list responses, each of these delays is at least the value
// in lists.
type lags struct{ creates, updates, lists, deletes time.Duration }

func (l lags) maximum() time.Duration { return max(l.creates, l.updates, l.lists, l.deletes) }

// history contains recent writes, oldest first. With it, the server can show objects as they were before these writes.
type history struct {
	mu     sync.Mutex
	writes []write
}

// write is a change to one object. The JSON before the change is nil for a create, and the JSON after it is nil for a delete.
type write struct {
	kind, id      string
	at            time.Time
	before, after []byte
}

// noteWrite adds a client's write to the history, so that clients see it with a delay. Changes made without a request, such as with
// Server.Edit, are visible immediately.
func (s *Set) noteWrite(c *Call, before, after []byte) {
	id := c.ID
	if c.Operation == table.Create {
		id = string(jsondoc.Text(jsondoc.Field(after, "id")))
	}
	now := time.Now()
	h := &s.history
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = slices.DeleteFunc(h.writes, func(w write) bool { return now.Sub(w.at) >= s.lags.maximum() })
	h.writes = append(h.writes, write{kind: c.Table.Kind, id: id, at: now, before: before, after: after})
}

// Read returns the version of an object for a GET request, or nil for a 404. With a habit (a deviation from INTERFACE.md) such as
// late-updates, this may be an earlier version. data is the stored object, or nil if there is none.
func (s *Set) Read(kind, id string, data []byte) []byte {
	if s.lags.maximum() == 0 {
		return data
	}
	return s.history.visible(kind, id, data, s.lags)
}

// List returns the objects for a list request. objects contains the stored objects that match the request's filters. With a habit (a
// deviation from INTERFACE.md) such as late-lists, the list contains objects as they were some time ago. List therefore checks with the
// passes function whether an earlier version matches the filters.
func (s *Set) List(kind string, objects []*store.Record, passes func(data []byte) bool) []*store.Record {
	if s.lags.maximum() == 0 {
		return objects
	}
	lag, lists := s.lags, s.lags.lists
	lag.creates, lag.updates, lag.deletes = max(lag.creates, lists), max(lag.updates, lists), max(lag.deletes, lists)
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

// visible returns the version of an object that clients see, or nil if clients don't see the object. lag contains the delays that apply to
// this request. data is the stored object, or nil if there is none.
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
