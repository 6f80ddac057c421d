// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
)

// Tx is the work of one writer. What it does is seen by readers at once and reaches the journal as one change.
type Tx struct {
	store   *Store
	changes []change
}

// Write lets the caller work alone, then waits until what it did will last. When it will not, that is an error although
// readers see what was done: the journal takes nothing more, and a restart shows what lasts.
func (s *Store) Write(work func(tx *Tx) error) error {
	written, err := s.apply(work)
	if err != nil || written == nil {
		return err
	}
	return written.wait()
}

func (s *Store) apply(work func(tx *Tx) error) (*batch, error) {
	s.writers.Lock()
	defer s.writers.Unlock()
	if s.journal != nil {
		// A journal that failed takes nothing more: memory would hold what the file does not.
		if err := s.journal.failure(); err != nil {
			return nil, err
		}
	}
	tx := &Tx{store: s}
	if err := work(tx); err != nil || s.journal == nil || len(tx.changes) == 0 {
		return nil, err
	}
	return s.journal.add(tx.changes), nil
}

// Create puts in a new document and gives its bytes. Of kinds that are kept up to a number, the oldest go.
func (tx *Tx) Create(kind, id string, doc document.Object) ([]byte, error) {
	data, err := document.Encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	s := tx.store
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastSeq++
	collection := s.collections[kind]
	collection.add(s.lastSeq, id, data)
	tx.changes = append(tx.changes, change{kind: kind, seq: s.lastSeq, data: data})
	for kept := collection.table.Kept; kept > 0 && len(collection.inOrder) > kept; {
		tx.removeTree(kind, collection.inOrder[0])
	}
	return data, nil
}

// Read gives the document, which is the caller's to change, or a refusal.
func (tx *Tx) Read(kind, id string) (document.Object, error) {
	data, ok := tx.store.Get(kind, id)
	if !ok {
		return nil, refusal.NotFound()
	}
	return document.Decode(data)
}

// Replace puts the document in the place of the one with its id and gives its bytes.
func (tx *Tx) Replace(kind, id string, doc document.Object) ([]byte, error) {
	data, err := document.Encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	s := tx.store
	s.mu.Lock()
	defer s.mu.Unlock()
	collection := s.collections[kind]
	o := collection.byID[id]
	collection.replace(o, data)
	tx.changes = append(tx.changes, change{kind: kind, seq: o.seq, data: data})
	return data, nil
}

// Remove takes out an object with all that belongs to it, or refuses when there is none.
func (tx *Tx) Remove(kind, id string) error { return tx.take(kind, id, tx.removeTree) }

// RemoveAlone takes out an object and leaves what belongs to it, or refuses when there is none.
func (tx *Tx) RemoveAlone(kind, id string) error { return tx.take(kind, id, tx.remove) }

func (tx *Tx) take(kind, id string, remove func(kind string, o *Record)) error {
	tx.store.mu.Lock()
	defer tx.store.mu.Unlock()
	o, ok := tx.store.collections[kind].byID[id]
	if !ok {
		return refusal.NotFound()
	}
	remove(kind, o)
	return nil
}

// remove takes out an object.
func (tx *Tx) remove(kind string, o *Record) {
	tx.store.collections[kind].remove(o)
	tx.changes = append(tx.changes, change{kind: kind, seq: o.seq})
}

// removeTree takes the children along (quirk 32).
func (tx *Tx) removeTree(kind string, o *Record) {
	tx.remove(kind, o)
	for childKind, children := range tx.store.collections {
		for field, parent := range children.table.Parents {
			if parent != kind {
				continue
			}
			for {
				rest := children.index[field][o.id]
				if len(rest) == 0 {
					break
				}
				tx.removeTree(childKind, rest[len(rest)-1])
			}
		}
	}
}
