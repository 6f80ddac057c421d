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

// pause is the time without writes after which the page treats the next write as the beginning of a new terraform apply.
const pause = 10 * time.Second

// heartbeat is the interval between messages that keep a browser's connection open while nothing changes.
const heartbeat = 15 * time.Second

// runtimeFields are fields that the engine changes on its own. If a change affects only these fields, it isn't part of a terraform apply.
var runtimeFields = []string{"status", "status_text", "deployment_status", "deployment_active", "updated_at"}

// objectKey identifies an object. For example, {"alert", "7"} is the alert with the id 7.
type objectKey struct{ Kind, ID string }

// partKinds maps each kind of container to the kind of its parts and to the field in which a part stores the container's id. For example, a
// dashboard contains tabs, and the "dashboard" field of a tab contains the id of the dashboard.
var partKinds = map[string]struct{ kind, field string }{
	"dashboard": {"tab", "dashboard"},
	"tab":       {"widget", "tab"},
	"component": {"routine", "component_id"},
}

// containerOf returns the key of the object that contains doc, for example the tab of a widget. If there is none, the ID is empty.
func containerOf(kind string, doc map[string]any) objectKey {
	for container, part := range partKinds {
		if part.kind == kind {
			return objectKey{container, str(doc[part.field])}
		}
	}
	return objectKey{}
}

// apply is a record of the objects that the last terraform apply changed. The page can't recognize a terraform apply, so it treats all
// writes without a long pause between them as one apply.
type apply struct {
	Last    time.Time
	objects map[objectKey]changedObject
}

// changedObject is an object that the last terraform apply changed. Its before field contains the old JSON, or nil if the object is new.
type changedObject struct {
	before    []byte
	container objectKey
}

type follower struct {
	server *refserver.Server
	now    func() time.Time
	stop   func()
	closed chan struct{}
	once   sync.Once // Ensures that the follower is stopped only once.

	mu      sync.Mutex
	apply   apply
	secrets map[string]bool // See secretTypes.
	version int             // Increases with each write. It starts at a random number, so that browsers notice a restart.
	known   effect
	waiting map[chan struct{}]struct{} // One channel of capacity 1 for each browser.
}

func newFollower(server *refserver.Server) *follower {
	f := &follower{
		server: server, now: time.Now, closed: make(chan struct{}), waiting: map[chan struct{}]struct{}{}, secrets: map[string]bool{},
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
		default: // This browser has a pending notification already.
		}
	}
}

// addToApply adds a change to the current terraform apply. If the previous change was too long ago, addToApply first starts a new apply.
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

// decodeObject returns nil if data is nil.
func decodeObject(data []byte) map[string]any {
	value, _ := document.Decode(data)
	doc, _ := value.(map[string]any)
	return doc
}

// secretTypes returns the names of all custom types whose values are secret. It includes the types declared by the objects in docs, and by
// any component that has existed since the page was created.
func (f *follower) secretTypes(docs ...map[string]any) map[string]bool {
	f.mu.Lock()
	all := maps.Clone(f.secrets)
	f.mu.Unlock()
	for _, doc := range docs {
		maps.Copy(all, document.SecretTypes(doc))
	}
	return all
}

// isRuntimeOnly reports whether a change affects only fields that the engine changes on its own, such as status.
func isRuntimeOnly(c refserver.Change) bool {
	// If the object was created or deleted, one map stays empty, and the other contains at least an id. They are therefore never equal.
	var before, after map[string]json.RawMessage
	_ = json.Unmarshal(c.Before, &before)
	_ = json.Unmarshal(c.After, &after)
	for _, name := range runtimeFields {
		delete(before, name)
		delete(after, name)
	}
	return maps.EqualFunc(before, after, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}

// effect describes what the last terraform apply changed, as computed for one version of the data (see currentVersion). Callers must not
// modify an effect.
type effect struct {
	version int
	at      time.Time
	changed []objectKey        // Sorted by kind and id. Objects that have been changed back are omitted.
	touched map[objectKey]bool // The objects that contain a changed object.
}

// effect returns what the last terraform apply changed. It reuses the result until the next write, because comparing many objects is slow.
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

// before returns an object as it was before the last terraform apply. changed is true if the apply created, updated or deleted the object.
// doc is nil if the object did not exist before the apply, or if changed is false.
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

// withContainers returns the key of an object, followed by the keys of the objects that contain it, such as a widget's tab and dashboard.
// It also works for objects that the last terraform apply deleted.
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

// serve sends a server-sent event to a browser immediately and after every change, until the browser disconnects or the page is closed.
func (f *follower) serve(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	// Remove the deadline for reading requests, because it would end the connection.
	if err := control.SetReadDeadline(time.Time{}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	browser := make(chan struct{}, 1)
	f.mu.Lock()
	f.waiting[browser] = struct{}{}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.waiting, browser)
	}()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for text := "retry: 1000\n\n" + f.message(); ; {
		_ = control.SetWriteDeadline(time.Now().Add(heartbeat)) // A browser that does not read is disconnected.
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

// currentVersion returns a number that changes with each write. A screen contains the version at which it was rendered, so that the browser
// can detect an outdated screen.
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
