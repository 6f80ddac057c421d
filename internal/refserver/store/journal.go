// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"sync"
	"time"
)

// journal makes writes last. One transaction takes as many of them as can be brought together, because it costs two syncs of
// the disk whatever it holds.
//
// Clients that write one request after the other come back together once a transaction has answered them. The next one
// waits for them, or those who come a little late would wait for two. A client that is alone is never waited for.
type journal struct {
	file    *dataFile
	show    func(changes ...change) // What lasts now.
	wake    chan struct{}
	stopped chan struct{}
	took    time.Duration // By the last transaction. It is the writer's own.

	mu       sync.Mutex
	next     *batch // Collects changes until they are written.
	expected int    // Writes that the last transaction held, and those that came meanwhile.
	failed   error
	closed   bool
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

// openJournal opens or makes the file.
func openJournal(name string, show func(changes ...change)) (*journal, error) {
	file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, show: show, wake: make(chan struct{}, 1), stopped: make(chan struct{}), next: newBatch()}
	go j.run()
	return j, nil
}

// add hands over the changes of a write. Their order is the order of the calls. After a failure nothing is taken: it builds on
// what is not in the file.
func (j *journal) add(changes []change) *batch {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		failed := newBatch()
		failed.end(j.failed)
		return failed
	}
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
	return j.file.close()
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
	err := j.file.write(taken.changes)
	j.took = time.Since(start)
	if err == nil {
		j.show(taken.changes...)
	}

	j.mu.Lock()
	j.expected = taken.writes + j.next.writes
	if err != nil {
		j.failed = err
		j.next.end(err) // Those who wrote meanwhile have seen what is not in the file.
		j.next = newBatch()
	}
	j.mu.Unlock()
	taken.end(err)
}

// end answers those who wait.
func (b *batch) end(err error) {
	b.err = err
	close(b.done)
}
