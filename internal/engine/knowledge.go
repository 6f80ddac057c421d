// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// knowledge contains what a client has learned about its engine during a Terraform run. Some of it expires during the run.
type knowledge struct {
	pathStyles *pathStyles  // which form of the URL path works for each operation (pathstyles.go)
	pause      pause        // the current pause after a 429, during which no request is sent (wait.go)
	lost       *lost.Memory // the objects that this run created or saw, for finding the object of a create whose reply was lost (search.go)

	reached       atomic.Bool // the engine has responded at least once (request.go)
	unreachable   atomic.Bool // a request couldn't connect, and the engine has never responded (request.go)
	hasPromptRead atomic.Bool // the first read after some write reflected that write (wait.go)
	late          atomic.Bool // the first read after some write did not reflect that write (wait.go)
	etagsBroken   atomic.Bool // the engine rejects the ETags that the client reads (update.go)

	// writes contains the times (time.Time) of creates and of the most recent delete, because reads may not show the effect of a write
	// immediately. The time of a create is stored under an objectKey until a read returns the created object. The time of the most recent
	// delete is stored under the key removal{}.
	writes      sync.Map
	rejected    sync.Map // by fieldKey: true if the engine has rejected the field on create (create.go)
	idCaches    sync.Map // by Collection: an *idCache of the ids in the engine's list (delete.go)
	lastReadIDs sync.Map // by Collection: the id of the last object read, which probably still exists (delete.go)
	nextWrite   atomic.Pointer[chan struct{}]
}

type objectKey struct {
	col Collection
	id  string
}

type fieldKey struct{ kind, field string }

// removal{} is the key in knowledge.writes under which the time of the client's last delete is stored.
type removal struct{}

func newKnowledge() *knowledge {
	k := &knowledge{pathStyles: newPathStyles(), lost: lost.NewMemory()}
	next := make(chan struct{})
	k.nextWrite.Store(&next)
	return k
}

// patience returns for how much longer a read may miss the effect of a create or delete. The write argument is the key of this create or
// delete in k.writes.
func (k *knowledge) patience(write any) time.Duration {
	value, _ := k.writes.Load(write)
	written, _ := value.(time.Time)
	return max(0, settleTime-time.Since(written))
}

// rejectedOf returns the fields that a create omits because the engine has rejected them in earlier creates.
func (k *knowledge) rejectedOf(col Collection) []string {
	return slices.DeleteFunc(slices.Clone(kinds[col.kind].updateOnly), func(name string) bool {
		_, isRejected := k.rejected.Load(fieldKey{col.kind, name})
		return !isRejected
	})
}

func (k *knowledge) idCache(col Collection) *idCache {
	value, _ := k.idCaches.LoadOrStore(col, &idCache{turn: semaphore.NewWeighted(1)})
	cached, _ := value.(*idCache)
	return cached
}

// The client calls endWrite after every request that may have changed an object. endWrite closes the current channel of NextWrite and
// creates a new one.
func (k *knowledge) endWrite() {
	next := make(chan struct{})
	close(*k.nextWrite.Swap(&next))
}

// NextWrite returns a channel that is closed when a write by this client ends, even if the write began before the call. When the channel is
// closed, the caller must discard all documents that it has read, of any kind, because a write can change other objects. For example,
// deleting a dashboard also deletes its tabs.
func (c *Client) NextWrite() <-chan struct{} { return *c.nextWrite.Load() }
