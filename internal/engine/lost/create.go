// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import (
	"time"
)

// createdAt is the field in which the engine says when it made an object (wire shapes sections 3 and 9, quirk 170).
const createdAt = "created_at"

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
	IsNew     bool     // it was made after the create was sent
}

// Judge looks at objects of the create's kind, name and parent. differing are the fields in which an object says something
// else than was sent, and whether the object can be the one all the same.
//
// Proven are those that say what was sent and are new: made after the create was sent, as their time of creation tells; or
// below an object that this run made; or not there when the list was read before. Objects that were there before, and those
// that this run knows to be of another create, are neither proven nor candidates.
func (m *Memory) Judge(create *Create, found []Document, differing func(Document) (names []string, same bool)) (proven []Document, candidates []Candidate) {
	for _, doc := range found {
		id, _ := doc["id"].(string)
		key := Key{create.Kind, id}
		if id == "" || m.isOwn(key) || m.wasSeenBefore(key, create.Sent) {
			continue
		}
		made, at := m.madeAt(doc, create.Sent)
		if made == ageBefore {
			continue
		}
		isNew := made == ageSince || create.Known || create.Parent.ID != "" && m.isOwn(create.Parent)
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
	at, _, _ := timeOf(doc)
	return Candidate{ID: id, CreatedAt: at, IsNew: true}
}

func (m *Memory) madeAt(doc Document, sent time.Time) (made age, at string) {
	at, parsed, ok := timeOf(doc)
	if !ok {
		return ageUnknown, ""
	}
	return m.Clock.compare(parsed, sent), at
}

// timeOf is the time of creation of an object, as the engine writes it and as it is meant.
func timeOf(doc Document) (text string, at time.Time, ok bool) {
	text, _ = doc[createdAt].(string)
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return "", at, false
	}
	return text, at, true
}
