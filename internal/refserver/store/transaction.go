// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"fmt"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// MaxDocument is the maximum size of a stored object in bytes (quirk 186 in quirks.go).
const MaxDocument = 8 << 20

// Tx is a write transaction. It sees all earlier writes and its own changes. Each transaction that changes something adds one line to the
// data file.
type Tx struct {
	*view
	store   *Store
	changes []Change
}

// Write calls the work function with a new transaction, and returns once the changes are in the data file. Only one transaction runs at a
// time. Transactions that end while the data file is being synced share the next sync. If work returns an error or writing the file fails,
// Write reverts all changes and returns the error.
func (s *Store) Write(work func(tx *Tx) error) error {
	b, err := s.runTransaction(work)
	if err != nil || b == nil {
		return err
	}
	return b.commit()
}

// runTransaction runs a transaction and returns the batch that will write its changes to the data file. If nothing changes, it returns nil.
func (s *Store) runTransaction(work func(tx *Tx) error) (*batch, error) {
	s.writers.Lock()
	defer s.writers.Unlock()
	if s.closed {
		return nil, errClosed
	}
	tx := &Tx{store: s, view: s.drafted}
	if err := work(tx); err != nil {
		tx.undo(tx.changes)
		return nil, err
	}
	if len(tx.changes) == 0 {
		return nil, nil
	}
	return s.joinBatch(tx.changes), nil
}

func (tx *Tx) change(c Change) {
	tx.apply(c)
	tx.changes = append(tx.changes, c)
}

// ListBy returns the objects of a kind whose indexed field has the given value, such as the tabs of a dashboard. The slice is valid only
// until the next change.
func (tx *Tx) ListBy(kind, field, value string) []*Record {
	return tx.collections[kind].index[field][value] // Only the running transaction changes the index, so no lock is needed.
}

// Create stores a new object and returns its JSON. If the kind then has more than Table.MaxObjects objects, Create removes the oldest.
func (tx *Tx) Create(kind, id string, doc jsondoc.Object) ([]byte, error) {
	data, err := encode(kind, id, doc)
	if err != nil {
		return nil, err
	}
	tx.store.lastSeq++
	tx.change(Change{Kind: kind, ID: id, seq: tx.store.lastSeq, After: data})
	collection := tx.collections[kind]
	for most := collection.table.MaxObjects; most > 0 && len(collection.inOrder) > most; {
		tx.removeTree(kind, collection.inOrder[0])
	}
	return data, nil
}

// encode returns an object as JSON, or a 413 rejection if the JSON is longer than MaxDocument.
func encode(kind, id string, doc jsondoc.Object) ([]byte, error) {
	data, err := jsondoc.Encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	if len(data) > MaxDocument {
		return nil, jsondoc.Reject(http.StatusRequestEntityTooLarge,
			fmt.Sprintf("The object would have %d bytes; it must have at most %d.", len(data), MaxDocument))
	}
	return data, nil
}

// Replace stores a new version of an existing object and returns its JSON.
func (tx *Tx) Replace(kind, id string, doc jsondoc.Object) ([]byte, error) {
	data, err := encode(kind, id, doc)
	if err != nil {
		return nil, err
	}
	o := tx.get(kind, id)
	tx.change(Change{Kind: kind, ID: id, seq: o.seq, Before: o.Bytes(), After: data})
	return data, nil
}

// Remove removes an object and everything below it, such as a dashboard's tabs and their widgets. It returns a 404 rejection if the object
// does not exist.
func (tx *Tx) Remove(kind, id string) error { return tx.removeWith(kind, id, tx.removeTree) }

// RemoveKeepingChildren is like Remove, but keeps the objects below the removed one.
func (tx *Tx) RemoveKeepingChildren(kind, id string) error { return tx.removeWith(kind, id, tx.remove) }

func (tx *Tx) removeWith(kind, id string, remove func(kind string, o *Record)) error {
	o := tx.get(kind, id)
	if o == nil {
		return jsondoc.NotFound()
	}
	remove(kind, o)
	return nil
}

func (tx *Tx) remove(kind string, o *Record) {
	tx.change(Change{Kind: kind, ID: o.id, seq: o.seq, Before: o.Bytes()})
}

// removeTree removes an object and all objects below it, such as a dashboard's tabs and their widgets (quirk 32 in quirks.go).
func (tx *Tx) removeTree(kind string, o *Record) {
	tx.remove(kind, o)
	for childKind, children := range tx.collections {
		for field, parent := range children.table.Parents {
			if parent != kind {
				continue
			}
			for rest := tx.ListBy(childKind, field, o.id); len(rest) > 0; rest = tx.ListBy(childKind, field, o.id) {
				tx.removeTree(childKind, rest[len(rest)-1])
			}
		}
	}
}
