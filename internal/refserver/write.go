// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import "fmt"

// writing is the work of one writer. What it does is seen by readers at once and reaches the journal as one change.
type writing struct {
	store   *store
	changes []change
}

// write lets the caller work alone, then waits until what it did will last. When it will not, that is an error although
// readers see what was done: the journal takes nothing more, and a restart shows what lasts.
func (s *store) write(work func(w *writing) error) error {
	written, err := s.apply(work)
	if err != nil || written == nil {
		return err
	}
	return written.wait()
}

func (s *store) apply(work func(w *writing) error) (*batch, error) {
	s.writers.Lock()
	defer s.writers.Unlock()
	if s.journal != nil {
		// A journal that failed takes nothing more: memory would hold what the file does not.
		if err := s.journal.failure(); err != nil {
			return nil, err
		}
	}
	w := &writing{store: s}
	if err := work(w); err != nil || s.journal == nil || len(w.changes) == 0 {
		return nil, err
	}
	return s.journal.add(w.changes), nil
}

// create puts in a new document and gives its bytes.
func (w *writing) create(kind, id string, doc document) ([]byte, error) {
	data, err := encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	s := w.store
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastSeq++
	s.shelves[kind].add(s.lastSeq, id, data)
	w.changes = append(w.changes, change{kind: kind, seq: s.lastSeq, data: data})
	return data, nil
}

// read gives the document, which is the caller's to change, or a refusal.
func (w *writing) read(kind, id string) (document, error) {
	data, ok := w.store.get(kind, id)
	if !ok {
		return nil, refuseNotFound()
	}
	return decode(data)
}

// replace puts the document in the place of the one with its id and gives its bytes.
func (w *writing) replace(kind, id string, doc document) ([]byte, error) {
	data, err := encode(doc)
	if err != nil {
		return nil, fmt.Errorf("encoding the %s %s: %w", kind, id, err)
	}
	s := w.store
	s.mu.Lock()
	defer s.mu.Unlock()
	shelf := s.shelves[kind]
	o := shelf.byID[id]
	shelf.replace(o, data)
	w.changes = append(w.changes, change{kind: kind, seq: o.seq, data: data})
	return data, nil
}

// remove takes out an object with all that belongs to it, or refuses when there is none.
func (w *writing) remove(kind, id string) error {
	s := w.store
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.shelves[kind].byID[id]
	if !ok {
		return refuseNotFound()
	}
	w.removeTree(kind, o)
	return nil
}

func (w *writing) removeTree(kind string, o *stored) {
	shelf := w.store.shelves[kind]
	shelf.remove(o)
	w.changes = append(w.changes, change{kind: kind, seq: o.seq})
	for childKind, children := range w.store.shelves {
		for field, parent := range children.collection.parents {
			if parent != kind {
				continue
			}
			for {
				rest := children.index[field][o.id]
				if len(rest) == 0 {
					break
				}
				w.removeTree(childKind, rest[len(rest)-1])
			}
		}
	}
}
