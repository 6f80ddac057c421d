// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import "time"

// Create is a create whose reply was lost.
type Create struct {
	Kind   string
	Parent Key       // the parent of the object; zero if it has none
	Sent   time.Time // the local time at which the create was sent first
	// Known is true if this run has read the list before the create was sent. An object that was not in the list is new then.
	Known bool
}

// Candidate is an object that the create may have made, without a proof.
type Candidate struct {
	ID        string
	CreatedAt string   // the creation time as the engine spells it, or empty
	Differing []string // the fields whose values differ from the sent ones
	IsNew     bool     // the object was created after the run began
}

// MayBeProven reports whether a later look may prove that the candidate is the created object. Its creation time proves nothing as long as
// nobody knows how the engine's clock differs, but the next object of this kind that this run creates shows that.
func (c Candidate) MayBeProven() bool {
	return c.CreatedAt != "" && !c.IsNew && len(c.Differing) == 0
}

// NewCandidate returns a proven object as a candidate. If several objects are proven, nobody knows which of them the create has made.
func NewCandidate(doc Document) Candidate {
	id, _ := doc["id"].(string)
	_, at, _ := spanOf(doc)
	return Candidate{ID: id, CreatedAt: at, IsNew: true}
}

// Judge sorts objects with the kind, the name and the parent of a create: proven objects were surely made by it, candidates perhaps.
// differing returns the fields of an object that differ from the sent ones, and whether it can still be the created object.
//
// An object is proven if it has the sent values and is new. An object is new if its creation time is after the run began, or if this run
// created its parent, or if it was not in the list that this run read before the create. Objects that existed before, and objects that
// belong to another create of this run, are neither proven nor candidates.
func (m *Memory) Judge(
	create *Create, found []Document, differing func(Document) (names []string, isSame bool),
) (proven []Document, candidates []Candidate) {
	for _, doc := range found {
		id, _ := doc["id"].(string)
		key := Key{create.Kind, id}
		if id == "" || m.isClaimed(key) || m.wasSeenBefore(key, create.Sent) {
			continue
		}
		age, at := m.ageOf(create.Kind, doc, create.Sent)
		if age == ageBefore {
			continue
		}
		isNew := age == ageOfRun || create.Known || create.Parent.ID != "" && m.isClaimed(create.Parent)
		names, isSame := differing(doc)
		if isNew && isSame {
			proven = append(proven, doc)
			continue
		}
		candidates = append(candidates, Candidate{ID: id, CreatedAt: at, Differing: names, IsNew: isNew})
	}
	return proven, candidates
}
