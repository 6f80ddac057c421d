// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
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

// moving are the fields that the engine changes on its own. A change of only these fields does not count as part of a terraform apply.
var moving = []string{"status", "status_text", "deployment_status", "deployment_active", "updated_at"}

// key identifies an object, for example alert 7.
type key struct{ Kind, ID string }

// parts lists the kinds of objects that contain others: the kind of the parts, and the field of a part with the container's id.
var parts = map[string]struct{ kind, field string }{
	"dashboard": {"tab", "dashboard"},
	"tab":       {"widget", "tab"},
	"component": {"routine", "component_id"},
}

// containerOf returns the object that contains an object, for example the tab of a widget. Its ID is "" if there is none.
func containerOf(kind string, doc map[string]any) key {
	for container, part := range parts {
		if part.kind == kind {
			return key{container, text(doc[part.field])}
		}
	}
	return key{}
}

// apply holds the objects that a sequence of writes changed, such as one terraform apply.
type apply struct {
	Last    time.Time
	objects map[key]noted
}

// noted is an object of the last apply. before is nil if the apply created the object.
type noted struct {
	before    []byte
	container key
}

type follower struct {
	server *refserver.Server
	now    func() time.Time
	stop   func()
	closed chan struct{}
	once   sync.Once // for close

	mu      sync.Mutex
	apply   apply
	secrets map[string]bool // see secretTypes
	version int             // grows with each write, from a random number on, because the server may have been restarted
	known   effect
	waiting map[chan struct{}]bool // one channel of capacity 1 for each browser
}

func follow(server *refserver.Server) *follower {
	f := &follower{
		server: server, now: time.Now, closed: make(chan struct{}), waiting: map[chan struct{}]bool{}, secrets: map[string]bool{},
		version: rand.IntN(1 << 30),
	}
	f.stop = server.Watch(f.wrote)
	for _, doc := range server.Objects("component") {
		f.mu.Lock()
		maps.Copy(f.secrets, document.SecretTypes(doc))
		f.mu.Unlock()
	}
	return f
}

func (f *follower) wrote(changes []refserver.Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	for _, c := range changes {
		if c.Kind == "component" {
			maps.Copy(f.secrets, document.SecretTypes(decoded(c.After)))
		}
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
		f.apply = apply{objects: map[key]noted{}}
	}
	f.apply.Last = now
	k := key{c.Kind, c.ID}
	object, known := f.apply.objects[k]
	if !known {
		object.before = c.Before
	}
	doc := decoded(c.After)
	if doc == nil {
		doc = decoded(c.Before)
	}
	object.container = containerOf(c.Kind, doc)
	f.apply.objects[k] = object
}

func decoded(data []byte) map[string]any {
	value, err := document.Decode(data)
	if err != nil {
		return nil
	}
	doc, _ := value.(map[string]any)
	return doc
}

// secretTypes returns the custom types whose values are secret: those of all components since the page began, including deleted ones, and
// those of the given documents. A routine uses the types of its component, and a request may name them without declaring them.
func (f *follower) secretTypes(more ...map[string]any) map[string]bool {
	f.mu.Lock()
	all := maps.Clone(f.secrets)
	f.mu.Unlock()
	for _, doc := range more {
		maps.Copy(all, document.SecretTypes(doc))
	}
	return all
}

// onlyMoves reports whether a change concerns only fields that the engine changes on its own, such as status.
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

// effect is what the last terraform apply did, as of one version. Callers must not change it.
type effect struct {
	version int
	at      time.Time
	changed []key        // sorted by kind and id, without objects that have their old content again
	touched map[key]bool // the objects that contain a changed one
}

// effect returns the effect of the last apply. It calculates it once for each version, because an apply may have thousands of objects.
func (f *follower) effect() effect {
	f.mu.Lock()
	now := f.known
	if now.version == f.version {
		f.mu.Unlock()
		return now
	}
	now = effect{version: f.version, at: f.apply.Last, touched: map[key]bool{}}
	for k, object := range f.apply.objects {
		stored, exists := f.server.Bytes(k.Kind, k.ID)
		if exists && !bytes.Equal(object.before, stored) || !exists && object.before != nil {
			now.changed = append(now.changed, k)
		}
	}
	f.mu.Unlock()
	slices.SortFunc(now.changed, func(a, b key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	for _, k := range now.changed {
		for _, container := range f.lineage(k)[1:] {
			now.touched[container] = true
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = now
	return now
}

// before returns an object as it was before the last terraform apply, or nil if the apply created it. changed is false if the last
// apply did not change the object.
func (f *follower) before(k key) (doc map[string]any, changed bool) {
	f.mu.Lock()
	object, known := f.apply.objects[k]
	f.mu.Unlock()
	now, _ := f.server.Bytes(k.Kind, k.ID)
	if !known || bytes.Equal(object.before, now) {
		return nil, false
	}
	if object.before == nil {
		return nil, true
	}
	doc = decoded(object.before)
	return doc, doc != nil
}

// lineage returns an object and the objects that contain it, such as a widget, its tab and its dashboard. It also works for objects that
// the last apply deleted.
func (f *follower) lineage(k key) []key {
	var all []key
	for k.ID != "" {
		all = append(all, k)
		f.mu.Lock()
		object, known := f.apply.objects[k]
		f.mu.Unlock()
		if !known {
			doc, _ := f.server.Object(k.Kind, k.ID)
			object.container = containerOf(k.Kind, doc)
		}
		k = object.container
	}
	return all
}

// serve sends a browser a message at once and after every change (server-sent events), until the browser leaves or the page is closed.
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
	for text := "retry: 1000\n\n" + f.message(); ; {
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat)) // This closes the connection of a browser that does not read.
		if _, err := fmt.Fprint(w, text); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-browser:
			text = f.message()
		case <-beat.C:
			text = ": still here\n\n"
		case <-r.Context().Done():
			return
		case <-f.closed:
			return
		}
	}
}

// state returns a number that differs after each write. A view has this number too, so that a browser knows whether it is up to date.
func (f *follower) state() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.version
}

func (f *follower) message() string { return fmt.Sprintf("event: change\ndata: %d\n\n", f.state()) }

func (f *follower) close() {
	f.once.Do(func() {
		f.stop()
		close(f.closed)
	})
}
