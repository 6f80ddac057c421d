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

// search looks for the object of one create among those of the engine.
type search struct {
	*Client
	col    Collection
	body   Document
	create lost.Create
}

// newSearch begins before the create is sent. Once a reply was lost in this run, the list is read now, so that what is found
// later is known to be new.
func (c *Client) newSearch(ctx context.Context, col Collection, body Document) *search {
	s := &search{Client: c, col: col, body: body, create: lost.Create{Kind: col.family()}}
	k := kinds[col.kind]
	if id, ok := body[k.parent].(string); ok {
		s.create.Parent = lost.Key{Kind: k.parentKind, ID: id}
	}
	if c.lost.IsDoubted() {
		_, err := s.look(ctx)
		s.create.Known = err == nil
	}
	s.create.Sent = time.Now()
	return s
}

// find looks for the object until it is found, or time enough has passed for it to be shown. none says that there is no
// such object; the error is for a caller who will not try again.
func (s *search) find(ctx context.Context, cause error) (found Document, none bool, err error) {
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
	for range poll(ctx, patienceWith(cause)) {
		docs, err := s.look(ctx)
		if err != nil {
			unknown.Search = err
			return nil, false, unknown
		}
		proven, candidates := s.lost.Judge(&s.create, docs, func(doc Document) ([]string, bool) { return s.differing(ctx, doc) })
		switch {
		case len(proven) > turn.Searches(string(encoded)):
			for _, doc := range proven {
				candidates = append(candidates, lost.Named(doc))
			}
		case len(proven) > 0:
			return s.take(ctx, proven[0]), false, nil
		}
		unknown.Candidates = candidates
		if len(candidates) > 0 && !slices.ContainsFunc(candidates, lost.Candidate.MayBeProven) {
			return nil, false, unknown
		}
	}
	s.create.Known = len(unknown.Candidates) == 0 // There is none, so that one which comes late is new.
	return nil, s.create.Known, unknown
}

// patienceWith is how long an object may take to be shown. Where nobody waited for the engine to answer, it may still be at work.
func patienceWith(cause error) time.Duration {
	switch {
	case !mayBeCreated(cause):
		return 0
	case isStatus(cause, http.StatusGatewayTimeout), errors.Is(cause, context.DeadlineExceeded), errors.Is(cause, context.Canceled):
		return settleTime
	}
	return keptTime
}

// take makes a found object this run's own. It is read by itself where that works: a list may show less.
func (s *search) take(ctx context.Context, doc Document) Document {
	id := fmt.Sprint(doc["id"])
	s.lost.Own(lost.Key{Kind: s.col.family(), ID: id})
	s.log(ctx, "the object of a create without a usable answer was found", map[string]any{"kind": s.col.String(), "id": id})
	s.expect(s.col, id)
	if whole, err := s.Read(ctx, s.col, id); err == nil {
		return whole
	}
	return doc
}

// look reads the objects of the same name and parent from the engine's list.
func (s *search) look(ctx context.Context) ([]Document, error) {
	query := url.Values{}
	name, _ := s.body["name"].(string)
	if name != "" && name == nameOf(s.body) { // An engine may keep it without the space around it.
		query.Set("name", name)
	}
	parent := kinds[s.col.kind].parent
	if s.create.Parent.ID != "" {
		query.Set(parent, s.create.Parent.ID)
	}
	var found []Document
	seen := 0
	for doc, err := range s.List(ctx, s.col, query) {
		if err != nil {
			return nil, err
		}
		if seen++; seen > rosterSize {
			return nil, fmt.Errorf("the list has more than %d objects", rosterSize)
		}
		id, ok := doc["id"].(string)
		if above, isText := doc[parent].(string); isText && above != s.create.Parent.ID || nameOf(doc) != nameOf(s.body) {
			continue
		}
		if ok && IsID(id) {
			s.lost.See(lost.Key{Kind: s.col.family(), ID: id})
			found = append(found, doc)
		}
	}
	return found, nil
}

// differing compares an object with what was sent. A list may leave out fields (quirk 69), so that one which differs is read by itself.
// An engine may take some fields on update alone.
func (s *search) differing(ctx context.Context, doc Document) (names []string, same bool) {
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

// DifferingJSON names the fields of a sent document that another one does not have.
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
