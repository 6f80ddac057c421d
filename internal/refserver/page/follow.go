// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// pause separates two runs of terraform apply. If no write came for this time, the next write belongs to a new apply.
const pause = 10 * time.Second

// heartbeat is the time between two messages that keep the connection to a browser open while nothing changes.
const heartbeat = 15 * time.Second

// moving are the fields that the engine changes by itself. A change of only these fields does not count as part of a terraform apply.
var moving = []string{"status", "status_text", "deployment_status", "deployment_active", "updated_at"}

// key identifies an object, for example alert 7.
type key struct{ Kind, ID string }

// apply holds the objects as they were before a sequence of writes, such as one terraform apply. An object is nil if the writes created
// it.
type apply struct {
	Number      int
	Began, Last time.Time
	before      map[key][]byte
}

type follower struct {
	server *refserver.Server
	now    func() time.Time
	stop   func()
	closed chan struct{}
	once   sync.Once // for close

	mu      sync.Mutex
	apply   apply
	version int                    // the number of writes so far
	waiting map[chan struct{}]bool // one channel of capacity 1 for each browser
}

func follow(server *refserver.Server) *follower {
	f := &follower{server: server, now: time.Now, closed: make(chan struct{}), waiting: map[chan struct{}]bool{}}
	f.stop = server.Watch(f.wrote)
	return f
}

func (f *follower) wrote(changes []refserver.Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	for _, c := range changes {
		if c.Kind != "event" && c.Kind != "notification" && !onlyMoves(c) {
			f.note(c, now)
		}
	}
	f.version++
	for browser := range f.waiting {
		select {
		case browser <- struct{}{}:
		default: // A message for this browser is already waiting.
		}
	}
}

// note adds a change to the present apply, or begins a new apply after a pause.
func (f *follower) note(c refserver.Change, now time.Time) {
	if now.Sub(f.apply.Last) > pause {
		f.apply = apply{Number: f.apply.Number + 1, Began: now, before: map[key][]byte{}}
	}
	f.apply.Last = now
	k := key{c.Kind, c.ID}
	if _, known := f.apply.before[k]; !known {
		f.apply.before[k] = c.Before
	}
}

// onlyMoves reports whether a change concerns only fields that the engine changes by itself, such as status.
func onlyMoves(c refserver.Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	var before, after map[string]json.RawMessage
	if json.Unmarshal(c.Before, &before) != nil || json.Unmarshal(c.After, &after) != nil {
		return false
	}
	for _, name := range moving {
		delete(before, name)
		delete(after, name)
	}
	return maps.EqualFunc(before, after, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// last returns the last terraform apply and the objects that it changed, sorted by kind and id. It leaves out an object that has its old
// content again.
func (f *follower) last() (a apply, changed []key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for k, before := range f.apply.before {
		now, exists := f.server.Bytes(k.Kind, k.ID)
		if exists && !bytes.Equal(before, now) || !exists && before != nil {
			changed = append(changed, k)
		}
	}
	slices.SortFunc(changed, func(a, b key) int { return bytes.Compare([]byte(a.Kind+"\x00"+a.ID), []byte(b.Kind+"\x00"+b.ID)) })
	return f.apply, changed
}

// before returns an object as it was before the last terraform apply, or nil if the apply created it. changed is false if the last
// apply did not change the object.
func (f *follower) before(k key) (doc map[string]any, changed bool) {
	f.mu.Lock()
	before, noted := f.apply.before[k]
	f.mu.Unlock()
	now, _ := f.server.Bytes(k.Kind, k.ID)
	if !noted || bytes.Equal(before, now) {
		return nil, false
	}
	if before == nil {
		return nil, true
	}
	value, err := document.Decode(before)
	doc, ok := value.(map[string]any)
	return doc, ok && err == nil
}

// serve sends a browser a message after every change (server-sent events), until the browser leaves or the page is closed.
func (f *follower) serve(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	// Without this call, the time limit for reading requests would end the connection.
	if err := control.SetReadDeadline(time.Time{}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	browser := make(chan struct{}, 1)
	f.mu.Lock()
	f.waiting[browser] = true
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.waiting, browser)
	}()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for text := "retry: 1000\n\n"; ; {
		if _, err := fmt.Fprint(w, text); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-browser:
			f.mu.Lock()
			text = fmt.Sprintf("event: change\ndata: %d\n\n", f.version)
			f.mu.Unlock()
		case <-beat.C:
			text = ": still here\n\n"
		case <-r.Context().Done():
			return
		case <-f.closed:
			return
		}
	}
}

func (f *follower) close() {
	f.once.Do(func() {
		f.stop()
		close(f.closed)
	})
}
