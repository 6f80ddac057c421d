// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost

import "time"

// Create describes a create whose reply was lost.
type Create struct {
	Kind   string
	Parent Key       // the object's parent; zero if it has none
	Sent   time.Time // the local time at which the create was first sent
	Number int       // from Memory.Begin, called just before the create was first sent
	// Known is true if this run read the engine's list before it sent the create. An object that was missing from the list is newer than
	// the list.
	Known bool
}

// Candidate is an object that the create may have created.
type Candidate struct {
	Document  Document
	ID        string
	CreatedAt string   // the creation time in the engine's format, or empty
	Differing []string // the fields whose values differ from the sent values
	IsNew     bool     // the object did not exist before this create, or was created after the run began
	IsProven  bool     // this create definitely created the object
}

// MayBeProven reports whether the client may later be able to prove that the create request made this object. For example, the next create
// of the same kind may reveal how far the engine's clock is off, so that the object's creation time proves its age.
func (c Candidate) MayBeProven() bool {
	return c.CreatedAt != "" && !c.IsNew && len(c.Differing) == 0
}

// Candidates returns the objects that a create request may have created. found contains the engine's objects with the kind, name and parent
// from that request. Candidates omits objects that are older than the request, and objects from other creates in this run. The compare
// function returns the names of the sent fields that differ in an object. It also returns isSame, which is true if none of these
// differences matters.
//
// A candidate is new if it was created after this run began, if this run created its parent, or if the engine's list lacked it just before
// the create. A candidate is proven if it is new and isSame is true.
func (m *Memory) Candidates(
	create *Create, found []Document, compare func(Document) (names []string, isSame bool),
) (candidates []Candidate) {
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
		names, isSame := compare(doc)
		candidates = append(candidates, Candidate{
			Document: doc, ID: id, CreatedAt: at, Differing: names, IsNew: isNew, IsProven: isNew && isSame,
		})
	}
	return candidates
}
