// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import "time"

// Create describes a create whose reply was lost.
type Create struct {
	Kind   string
	Parent Key       // the parent of the object; zero if it has none
	Sent   time.Time // the local time at which the create was sent first
	Number int       // from Memory.Begin, right before the create was sent first
	// Known is true if this run of Terraform read the engine's list before it sent the create. An object that was missing from that list is
	// then certainly new.
	Known bool
}

// Candidate is an object that the lost create may have made. Nothing proves that the create made it.
type Candidate struct {
	ID        string
	CreatedAt string   // the creation time as the engine spells it, or empty
	Differing []string // the fields whose values differ from the sent ones
	IsNew     bool     // the object was created after the run began
}

// MayBeProven reports whether it may soon become certain that the create made the candidate. Another create of the same kind may show how
// far the engine's clock is off.
func (c Candidate) MayBeProven() bool {
	return c.CreatedAt != "" && !c.IsNew && len(c.Differing) == 0
}

// NewCandidate returns a candidate for an object that was created after this run of Terraform began. Callers use it if several such objects
// fit the lost create, so that each of them may be the created object.
func NewCandidate(doc Document) Candidate {
	id, _ := doc["id"].(string)
	_, at, _ := spanOf(doc)
	return Candidate{ID: id, CreatedAt: at, IsNew: true}
}

// Judge finds the object of a lost create among objects of the same kind, name and parent. The create surely made the proven objects, and
// may have made the candidates. differing compares an object with the sent fields. isSame is false if the create can't have made it.
//
// An object is proven if it has the sent values and is new. An object is new if it was created after this run began, if this run created
// the object's parent, or if a list that this run read before the create lacks the object. Judge skips older objects and the objects of
// other creates of this run.
func (m *Memory) Judge(
	create *Create, found []Document, differing func(Document) (names []string, isSame bool),
) (proven []Document, candidates []Candidate) {
	for _, doc := range found {
		id, _ := doc["id"].(string)
		key := Key{create.Kind, id}
		if id == "" || m.isClaimed(key) || m.wasSeenBefore(key, create.Number) {
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
