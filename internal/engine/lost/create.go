// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import "time"

// Create is a create whose reply was lost.
type Create struct {
	Kind   string
	Parent Key       // of the object that it is below, if there is one
	Sent   time.Time // when it was sent for the first time
	// Known says that a list was read before it was sent, so that an object which was not seen then is new.
	Known bool
}

// Candidate is an object that the create may have made, which is not proven.
type Candidate struct {
	ID        string
	CreatedAt string   // as the engine says, or empty
	Differing []string // the fields in which it says something else than was sent
	IsNew     bool     // it was made since the run began
}

// MayBeProven says that the candidate has a time of creation, which another object of the kind that this run makes may explain.
func (c Candidate) MayBeProven() bool {
	return c.CreatedAt != "" && !c.IsNew && len(c.Differing) == 0
}

// Judge looks at objects of the create's kind, name and parent. differing are the fields in which an object says something
// else than was sent, and whether the object can be the one all the same.
//
// Proven are those that say what was sent and are new: made since the run began, as their time of creation tells; or below an
// object that this run made; or not there when the list was read before. Objects that were there before, and those that this run
// knows to be of another create, are neither proven nor candidates.
func (m *Memory) Judge(create *Create, found []Document, differing func(Document) (names []string, same bool)) (proven []Document, candidates []Candidate) {
	for _, doc := range found {
		id, _ := doc["id"].(string)
		key := Key{create.Kind, id}
		if id == "" || m.isOwn(key) || m.wasSeenBefore(key, create.Sent) {
			continue
		}
		made, at := m.ageOf(create.Kind, doc, create.Sent)
		if made == ageBefore {
			continue
		}
		isNew := made == ageOfRun || create.Known || create.Parent.ID != "" && m.isOwn(create.Parent)
		names, same := differing(doc)
		if isNew && same {
			proven = append(proven, doc)
			continue
		}
		candidates = append(candidates, Candidate{ID: id, CreatedAt: at, Differing: names, IsNew: isNew})
	}
	return proven, candidates
}

// Named is a proven object as a candidate, where there are several.
func Named(doc Document) Candidate {
	id, _ := doc["id"].(string)
	_, at, _ := spanOf(doc)
	return Candidate{ID: id, CreatedAt: at, IsNew: true}
}
