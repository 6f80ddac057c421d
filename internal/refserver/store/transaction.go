// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"fmt"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// MaxDocument is the size of the largest document, in bytes (quirk 186).
const MaxDocument = 8 << 20

// Tx is the work of one writer, who sees what was written before and what it writes itself. It reaches the file as one line.
type Tx struct {
	*view
	store   *Store
	changes []change
}

// Write lets the caller work alone, then waits until what it did will last. When it will not, or when the work fails, nothing
// of it was done.
func (s *Store) Write(work func(tx *Tx) error) error {
	b, first, err := s.draft(work)
	if err != nil || b == nil {
		return err
	}
	if first {
		s.commit(b)
	}
	<-b.done
	return b.err
}

// draft does the work and returns the batch that it waits in, nil if it changed nothing.
func (s *Store) draft(work func(tx *Tx) error) (b *batch, first bool, err error) {
	s.writers.Lock()
	defer s.writers.Unlock()
	if s.closed {
		return nil, false, errClosed
	}
	tx := &Tx{store: s, view: s.drafted}
	if err := work(tx); err != nil {
		tx.undo(tx.changes)
		return nil, false, err
	}
	if len(tx.changes) == 0 {
		return nil, false, nil
	}
	b, first = s.join(tx.changes)
	return b, first, nil
}

// ListBy gives the objects of a kind whose field, the name or a parent, has the value. The slice changes with the next write.
func (tx *Tx) ListBy(kind, field, value string) []*Record {
	return tx.collections[kind].index[field][value] // The writer alone changes it.
}

// Create puts in a new document and gives its bytes. Of kinds that are kept up to a number, the oldest go.
func (tx *Tx) Create(kind, id string, doc document.Object) ([]byte, error) {
	data, err := encode(kind, id, doc)
	if err != nil {
		return nil, err
	}
	tx.store.lastSeq++
	tx.change(change{kind: kind, id: id, seq: tx.store.lastSeq, data: data})
	collection := tx.collections[kind]
	for kept := collection.table.Kept; kept > 0 && len(collection.inOrder) > kept; {
		tx.removeTree(kind, collection.inOrder[0])
	}
	return data, nil
}

// encode gives the bytes of a document, or refuses one that is too large.
func encode(kind, id string, doc document.Object) ([]byte, error) {
	data, err := document.Encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	if len(data) > MaxDocument {
		return nil, document.Refuse(http.StatusRequestEntityTooLarge,
			fmt.Sprintf("The object would have %d bytes; it must have at most %d.", len(data), MaxDocument))
	}
	return data, nil
}

// Read gives the document, which is the caller's to change, or a refusal.
func (tx *Tx) Read(kind, id string) (document.Object, error) {
	data, ok := tx.Get(kind, id)
	if !ok {
		return nil, document.NotFound()
	}
	return document.Decode(data)
}

// Replace puts the document in the place of the one with its id and gives its bytes.
func (tx *Tx) Replace(kind, id string, doc document.Object) ([]byte, error) {
	data, err := encode(kind, id, doc)
	if err != nil {
		return nil, err
	}
	o := tx.get(kind, id)
	tx.change(change{kind: kind, id: id, seq: o.seq, before: o.Bytes(), data: data})
	return data, nil
}

// Remove takes out an object with all that belongs to it, or refuses when there is none.
func (tx *Tx) Remove(kind, id string) error { return tx.take(kind, id, tx.removeTree) }

// RemoveAlone takes out an object and leaves what belongs to it, or refuses when there is none.
func (tx *Tx) RemoveAlone(kind, id string) error { return tx.take(kind, id, tx.remove) }

func (tx *Tx) take(kind, id string, remove func(kind string, o *Record)) error {
	o := tx.get(kind, id)
	if o == nil {
		return document.NotFound()
	}
	remove(kind, o)
	return nil
}

// remove takes out an object.
func (tx *Tx) remove(kind string, o *Record) {
	tx.change(change{kind: kind, id: o.id, seq: o.seq, before: o.Bytes()})
}

// removeTree takes the children along (quirk 32).
func (tx *Tx) removeTree(kind string, o *Record) {
	tx.remove(kind, o)
	for childKind, children := range tx.collections {
		for field, parent := range children.table.Parents {
			if parent != kind {
				continue
			}
			for {
				rest := children.index[field][o.id] // The writer alone changes it.
				if len(rest) == 0 {
					break
				}
				tx.removeTree(childKind, rest[len(rest)-1])
			}
		}
	}
}

func (tx *Tx) change(c change) {
	tx.changes = append(tx.changes, c)
	tx.make(c)
}
