// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// search looks for the object that a create may have created. It is used if the reply to the create was lost.
type search struct {
	*Client
	col    Collection
	body   Document
	create lost.Create
}

// find polls the engine's list for the created object, until the engine has had enough time to add it. cause is the error that the create
// returned. If it does not find the object, find returns an error, usually an *UnknownOutcomeError. isAbsent is true if the last list
// contains no matching object.
func (s *search) find(ctx context.Context, cause error) (found Document, isAbsent bool, err error) {
	encoded, err := encode(s.body)
	if err != nil {
		return nil, false, err
	}
	unknown := &UnknownOutcomeError{
		Kind: s.col.String(), TypeWord: s.col.segment, Name: nameOf(s.body), Cause: cause, Fields: slices.Sorted(maps.Keys(s.body)),
	}
	turn := s.lost.Turn(s.col.family(), nameOf(s.body))
	end, err := turn.Search(ctx, string(encoded))
	if err != nil {
		unknown.Search = err
		return nil, false, unknown
	}
	defer end()
	for range Poll(ctx, lastLook, patienceAfter(cause)) {
		docs, err := s.list(ctx)
		if err != nil {
			unknown.Search = err
			return nil, false, unknown
		}
		candidates := s.lost.Candidates(&s.create, docs, func(doc Document) ([]string, bool) { return s.differingFields(ctx, doc) })
		isNotProven := func(candidate lost.Candidate) bool { return !candidate.IsProven }
		proven := slices.DeleteFunc(slices.Clone(candidates), isNotProven)
		if len(proven) > 0 && len(proven) <= turn.SearchCount(string(encoded)) {
			return s.claim(ctx, proven[0].Document), false, nil
		}
		unknown.Candidates = candidates
		if len(candidates) > 0 && !slices.ContainsFunc(candidates, lost.Candidate.MayBeProven) {
			return nil, false, unknown
		}
	}
	s.create.Known = len(unknown.Candidates) == 0 // No object in the list matches, so if one appears later, it is new.
	return nil, s.create.Known, unknown
}

// patienceAfter returns how long to look for the effect of a failed write. It returns 0 if the engine didn't process the write. If the
// write timed out, it returns the maximum, because the engine may still be processing the write.
func patienceAfter(cause error) time.Duration {
	switch {
	case !mayBeProcessed(cause):
		return 0
	case HasStatus(cause, http.StatusGatewayTimeout), errors.Is(cause, context.DeadlineExceeded), errors.Is(cause, context.Canceled):
		return settleTime
	}
	return keptTime
}

// claim records that doc, an object from the engine's list, was created by this client. It returns the whole object, which it reads by id
// because lists may omit fields. If the read fails, claim returns doc.
func (s *search) claim(ctx context.Context, doc Document) Document {
	id := fmt.Sprint(doc["id"])
	s.lost.Claim(lost.Key{Kind: s.col.family(), ID: id})
	s.log(ctx, "the object of a create without a usable response was found", map[string]any{"kind": s.col.String(), "id": id})
	s.writes.Store(objectKey{s.col, id}, time.Now())
	if whole, err := s.Read(ctx, s.col, id); err == nil {
		return whole
	}
	return doc
}

// list returns the objects in the engine's list that have the same name and parent as the object being created.
func (s *search) list(ctx context.Context) ([]Document, error) {
	query := url.Values{}
	name, _ := s.body["name"].(string)
	if name != "" && name == nameOf(s.body) { // Don't filter by a name with surrounding spaces, which the engine may have trimmed.
		query.Set("name", name)
	}
	parent := kinds[s.col.kind].parent
	if s.create.Parent.ID != "" {
		query.Set(parent, s.create.Parent.ID)
	}
	var found []Document
	count := 0
	for doc, err := range s.List(ctx, s.col, query) {
		if err != nil {
			return nil, err
		}
		if count++; count > maxListedIDs {
			return nil, fmt.Errorf("the list has more than %d objects", maxListedIDs)
		}
		id, ok := doc["id"].(string)
		if parentID, isText := doc[parent].(string); isText && parentID != s.create.Parent.ID || nameOf(doc) != nameOf(s.body) {
			continue
		}
		if ok && IsID(id) {
			s.lost.NoteSeen(lost.Key{Kind: s.col.family(), ID: id})
			found = append(found, doc)
		}
	}
	return found, nil
}

// differingFields returns the names of the sent fields whose values differ in doc, an object from the engine's list. Because lists may omit
// fields, it reads the object by id before it reports a difference. isSame is true if no fields differ except updateOnly fields, which some
// engines ignore on create.
func (s *search) differingFields(ctx context.Context, doc Document) (names []string, isSame bool) {
	names = s.cfg.Differing(s.col, s.body, doc)
	if len(names) > 0 {
		if whole, err := s.Read(ctx, s.col, fmt.Sprint(doc["id"])); err == nil {
			names = s.cfg.Differing(s.col, s.body, whole)
		}
	}
	return names, !slices.ContainsFunc(names, func(name string) bool {
		return !slices.Contains(kinds[s.col.kind].updateOnly, name)
	})
}

// DifferingJSON compares the sent fields with found, a document from the engine, and returns the names of the fields whose values differ.
// All empty values, such as null and "", are equal. Keys that exist only in found are ignored.
func DifferingJSON(_ Collection, sent, found Document) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		have, want := found[name], sent[name]
		if document.IsEmpty(have) && document.IsEmpty(want) || document.Includes(have, want) {
			continue
		}
		names = append(names, name)
	}
	return names
}
