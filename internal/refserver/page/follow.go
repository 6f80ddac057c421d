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

// pause is the time without writes after which the next write counts as part of a new terraform apply.
const pause = 10 * time.Second

// heartbeat is the interval between messages that keep a browser's connection open while nothing changes.
const heartbeat = 15 * time.Second

// runtimeFields are the fields that the engine changes on its own. A change to only these fields is not part of a terraform apply.
var runtimeFields = []string{"status", "status_text", "deployment_status", "deployment_active", "updated_at"}

// objectKey identifies an object, for example alert 7.
type objectKey struct{ Kind, ID string }

// partKinds maps each kind of object that contains parts, such as dashboard, to the kind of its parts and to the field in which a part
// stores the id of its container.
var partKinds = map[string]struct{ kind, field string }{
	"dashboard": {"tab", "dashboard"},
	"tab":       {"widget", "tab"},
	"component": {"routine", "component_id"},
}

// containerOf returns the key of the object that contains doc, such as the tab of a widget. The key has no ID if there is no container.
func containerOf(kind string, doc map[string]any) objectKey {
	for container, part := range partKinds {
		if part.kind == kind {
			return objectKey{container, str(doc[part.field])}
		}
	}
	return objectKey{}
}

// apply records the objects that a sequence of writes has changed. The page presents the sequence as one terraform apply.
type apply struct {
	Last    time.Time
	objects map[objectKey]changedObject
}

// changedObject is an object of the last apply. before is nil if the apply created the object.
type changedObject struct {
	before    []byte
	container objectKey
}

type follower struct {
	server *refserver.Server
	now    func() time.Time
	stop   func()
	closed chan struct{}
	once   sync.Once // makes later calls to close do nothing

	mu      sync.Mutex
	apply   apply
	secrets map[string]bool // see secretTypes
	version int             // increases with each write, starting at a random number, so that it differs after a restart of the server
	known   effect
	waiting map[chan struct{}]bool // one channel of capacity 1 for each browser
}

func newFollower(server *refserver.Server) *follower {
	f := &follower{
		server: server, now: time.Now, closed: make(chan struct{}), waiting: map[chan struct{}]bool{}, secrets: map[string]bool{},
		version: rand.IntN(1 << 30),
	}
	f.stop = server.Watch(f.recordChanges)
	for _, doc := range server.Objects("component") {
		f.mu.Lock()
		maps.Copy(f.secrets, document.SecretTypes(doc))
		f.mu.Unlock()
	}
	return f
}

func (f *follower) recordChanges(changes []refserver.Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	for _, c := range changes {
		if c.Kind == "component" {
			maps.Copy(f.secrets, document.SecretTypes(decodeObject(c.After)))
		}
		if c.Kind != "event" && c.Kind != "notification" && !isRuntimeOnly(c) {
			f.addToApply(c, now)
		}
	}
	f.version++
	for browser := range f.waiting {
		select {
		case browser <- struct{}{}:
		default: // A notification for this browser is already pending.
		}
	}
}

// addToApply adds a change to the current apply. If more than pause has passed since the last change, addToApply starts a new apply.
func (f *follower) addToApply(c refserver.Change, now time.Time) {
	if now.Sub(f.apply.Last) > pause {
		f.apply = apply{objects: map[objectKey]changedObject{}}
	}
	f.apply.Last = now
	k := objectKey{c.Kind, c.ID}
	object, known := f.apply.objects[k]
	if !known {
		object.before = c.Before
	}
	doc := decodeObject(c.After)
	if doc == nil {
		doc = decodeObject(c.Before)
	}
	object.container = containerOf(c.Kind, doc)
	f.apply.objects[k] = object
}

func decodeObject(data []byte) map[string]any {
	value, err := document.Decode(data)
	if err != nil {
		return nil
	}
	doc, _ := value.(map[string]any)
	return doc
}

// secretTypes returns the custom types whose values are secret. The result contains the types that the given documents declare, and those
// that any component has declared since the page was started, even if the component was deleted. The components' types are included because
// routines and requests may use them without declaring them.
func (f *follower) secretTypes(more ...map[string]any) map[string]bool {
	f.mu.Lock()
	all := maps.Clone(f.secrets)
	f.mu.Unlock()
	for _, doc := range more {
		maps.Copy(all, document.SecretTypes(doc))
	}
	return all
}

// isRuntimeOnly reports whether a change affects only fields that the engine changes on its own, such as status.
func isRuntimeOnly(c refserver.Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	var before, after map[string]json.RawMessage
	if json.Unmarshal(c.Before, &before) != nil || json.Unmarshal(c.After, &after) != nil {
		return false
	}
	for _, name := range runtimeFields {
		delete(before, name)
		delete(after, name)
	}
	return maps.EqualFunc(before, after, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// effect describes the changes from the last terraform apply, as of a version of the follower. Callers must not modify it.
type effect struct {
	version int
	at      time.Time
	changed []objectKey        // sorted by kind and id; without objects that have been changed back
	touched map[objectKey]bool // the objects that contain a changed object
}

// effect returns the changes from the last apply. It calculates them only once for each version, because an apply may have thousands of
// objects.
func (f *follower) effect() effect {
	f.mu.Lock()
	now := f.known
	if now.version == f.version {
		f.mu.Unlock()
		return now
	}
	now = effect{version: f.version, at: f.apply.Last, touched: map[objectKey]bool{}}
	for k, object := range f.apply.objects {
		stored, exists := f.server.Bytes(k.Kind, k.ID)
		if exists && !bytes.Equal(object.before, stored) || !exists && object.before != nil {
			now.changed = append(now.changed, k)
		}
	}
	f.mu.Unlock()
	slices.SortFunc(now.changed, func(a, b objectKey) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	for _, k := range now.changed {
		for _, container := range f.withContainers(k)[1:] {
			now.touched[container] = true
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = now
	return now
}

// before returns an object as it was before the last terraform apply, or nil if the apply created it. If the apply did not change the
// object, changed is false.
func (f *follower) before(k objectKey) (doc map[string]any, changed bool) {
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
	doc = decodeObject(object.before)
	return doc, doc != nil
}

// withContainers returns the key of an object, followed by the keys of the objects that contain it. For a widget, these are its tab and its
// dashboard. withContainers also works for objects that the last apply deleted.
func (f *follower) withContainers(k objectKey) []objectKey {
	var all []objectKey
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

// serve sends a browser a message immediately and after every change, until the browser disconnects or the page is closed. It uses
// server-sent events.
func (f *follower) serve(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	// Remove the time limit for reading requests, which would otherwise end the connection.
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
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat)) // Disconnect a browser that does not read.
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

// currentVersion returns a number that changes with each write. Each screen contains the number it was rendered for, so a browser can find
// out whether its screen is up to date.
func (f *follower) currentVersion() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.version
}

func (f *follower) message() string {
	return fmt.Sprintf("event: change\ndata: %d\n\n", f.currentVersion())
}

func (f *follower) close() {
	f.once.Do(func() {
		f.stop()
		close(f.closed)
	})
}
