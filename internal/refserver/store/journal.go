// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// journal makes writes last in a bbolt file: a bucket per kind, documents by their place in the order of creation. One
// transaction takes as many writes as can be brought together, because it costs two syncs of the disk whatever it holds.
//
// Clients that write one request after the other come back together once a transaction has answered them. The next one
// waits for them, or those who come a little late would wait for two. A client that is alone is never waited for.
type journal struct {
	db      *bbolt.DB
	wake    chan struct{}
	stopped chan struct{}
	took    time.Duration // By the last transaction. It is the writer's own.

	mu       sync.Mutex
	next     *batch // Collects changes until they are written.
	expected int    // Writes that the last transaction held, and those that came meanwhile.
	failed   error
	closed   bool
}

// change is a document written, or removed when there are no bytes.
type change struct {
	kind string
	seq  uint64
	data []byte
}

// batch is what one transaction writes.
type batch struct {
	changes []change
	writes  int // That the changes are of.
	done    chan struct{}
	err     error
}

// wait returns once the changes are on the disk, or could not be brought there.
func (b *batch) wait() error {
	<-b.done
	return b.err
}

func newBatch() *batch { return &batch{done: make(chan struct{})} }

// openJournal opens or makes the file. A file that another process has open is an error.
func openJournal(file string) (*journal, error) {
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("opening the data file %s: %w", file, err)
	}
	j := &journal{db: db, wake: make(chan struct{}, 1), stopped: make(chan struct{}), next: newBatch()}
	go j.run()
	return j, nil
}

// load gives the documents of a kind in order of creation.
func (j *journal) load(kind string, add func(seq uint64, data []byte)) error {
	return j.db.View(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte(kind))
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(key, data []byte) error {
			if len(key) != 8 {
				return fmt.Errorf("the data file was not written by this server: a key of %q has %d bytes", kind, len(key))
			}
			add(binary.BigEndian.Uint64(key), bytes.Clone(data))
			return nil
		})
	})
}

// add hands over the changes of a write. Their order is the order of the calls.
func (j *journal) add(changes []change) *batch {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.next.changes = append(j.next.changes, changes...)
	j.next.writes++
	if j.next.writes == 1 || j.next.writes == j.expected {
		select {
		case j.wake <- struct{}{}:
		default: // The writer will see these changes as well.
		}
	}
	return j.next
}

// failure says why the journal takes no changes, or nil.
func (j *journal) failure() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return errors.New("the server is closed")
	}
	return j.failed
}

// close writes what was handed over. The caller sees to it that nothing is added any more.
func (j *journal) close() error {
	j.mu.Lock()
	closed := j.closed
	j.closed = true
	j.mu.Unlock()
	if closed {
		return nil
	}
	close(j.wake)
	<-j.stopped
	return j.db.Close()
}

func (j *journal) run() {
	defer close(j.stopped)
	for range j.wake {
		j.gather()
		j.commit()
	}
	j.commit()
}

// gather waits until as many writes are there as are expected, for the time of a transaction at most.
func (j *journal) gather() {
	limit := time.NewTimer(j.took)
	defer limit.Stop()
	for j.missing() {
		select {
		case _, open := <-j.wake:
			if !open {
				return
			}
		case <-limit.C:
			return
		}
	}
}

func (j *journal) missing() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return 0 < j.next.writes && j.next.writes < j.expected
}

func (j *journal) commit() {
	j.mu.Lock()
	taken := j.next
	j.next = newBatch()
	j.mu.Unlock()
	if taken.writes == 0 {
		return
	}
	start := time.Now()
	taken.err = j.db.Update(taken.apply)
	j.took = time.Since(start)

	j.mu.Lock()
	j.expected = taken.writes + j.next.writes
	if taken.err != nil {
		j.failed = fmt.Errorf("writing the data file: %w", taken.err)
	}
	j.mu.Unlock()
	close(taken.done)
}

func (b *batch) apply(tx *bbolt.Tx) error {
	for _, c := range b.changes {
		bucket, err := tx.CreateBucketIfNotExists([]byte(c.kind))
		if err != nil {
			return err
		}
		bucket.FillPercent = 0.9 // Keys only grow.
		key := binary.BigEndian.AppendUint64(nil, c.seq)
		if c.data == nil {
			err = bucket.Delete(key)
		} else {
			err = bucket.Put(key, c.data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
