// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package bulk reads many objects of the engine with few requests: it answers reads of single objects from the list of
// their collection, where that saves requests and the list says the same as single reads do.
//
// It imports the client and the package document alone; its tests may import the reference server.
//
//	reader.go      a read of one object carries out one decision after the other until it has its answer
//	cachedlist.go  the lists, what is decided on them, and when they count no more
//	budget.go      the decision itself: a count of requests that never exceeds twice the fewest
//	pages.go       the pages of a list are fetched
//	trust.go       when a list is believed: it says what a single read says, and leaves out no fields
//
// Start reading at reader.go.
package bulk

import (
	"context"
	"fmt"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Reader reads objects of one engine. It is safe for concurrent use.
type Reader struct {
	client *engine.Client
	log    func(ctx context.Context, msg string, fields map[string]any)
	lists  *cachedLists // nil reads every object by itself
	short  *shortLists
}

// NewReader makes a reader that asks through client; one that is not enabled reads every object by itself. same says what
// of an object has to be the same in its list; nil means all of it. log receives a line for each decision about lists; nil
// means silence.
func NewReader(client *engine.Client, enabled bool, same Same, log func(ctx context.Context, msg string, fields map[string]any)) *Reader {
	r := &Reader{client: client, log: log, short: newShortLists()}
	if log == nil {
		r.log = func(context.Context, string, map[string]any) {}
	}
	if enabled {
		r.lists = newCachedLists(client.NextWrite, same)
	}
	return r
}

// Read returns one object as the client's Read does, but when many objects of a collection are read it answers from the
// collection's list, which is then fetched once for all of them. What it returns was the engine's answer at most 30
// seconds ago and is not older than any write of the client.
//
// A list is used once an object in it was the same as the one that a single read answered. An object that the list lacks
// is read singly, and so is a collection whose list fails, takes too long or says something else than a single read, again
// and again: once may be due to somebody who wrote in between.
//
// isListed reports that the document is from the list, which may leave out fields of it (quirk 69). A caller that misses one reads
// the object with the client. A caller that can't know uses ReadWhole.
func (r *Reader) Read(ctx context.Context, col engine.Collection, id string) (doc engine.Document, isListed bool, err error) {
	for r.lists != nil {
		next := r.lists.decide(col, id)
		switch next.action {
		case readSingly:
			doc, err = r.readSample(ctx, next.list, col, id)
			return doc, false, err
		case answerFromList:
			if err := engine.Decode(next.entry, &doc); err == nil && doc["id"] == id { // which may be spelled "ID"
				r.log(ctx, "answered from the list", map[string]any{"kind": col.String(), "id": id})
				return doc, true, nil
			}
		case awaitChange:
			select {
			case <-next.changed:
			case <-next.written:
			case <-ctx.Done():
				return nil, false, fmt.Errorf("read %s %s: %w while another read fetches the list", col, id, ctx.Err())
			}
		case askFirstPage, fetchOtherPages:
			if err := r.extendList(ctx, col, next); err != nil {
				return nil, false, fmt.Errorf("read %s %s: %w", col, id, err)
			}
		}
		// A read that writes interrupt is not to begin again and again.
		if next.action == answerFromList || !r.lists.holds(col, next.list) {
			break
		}
	}
	doc, err = r.client.Read(ctx, col, id)
	return doc, false, err
}

// ReadWhole returns one object as Read does, with all of its fields: the list is proven to leave out none, which takes some reads.
func (r *Reader) ReadWhole(ctx context.Context, col engine.Collection, id string) (engine.Document, error) {
	doc, isListed, err := r.Read(ctx, col, id)
	if isListed {
		return r.whole(ctx, col, doc)
	}
	return doc, err
}

// readSample reads an object singly, so that the list can be compared with the answer.
func (r *Reader) readSample(ctx context.Context, list *cachedList, col engine.Collection, id string) (engine.Document, error) {
	seen, err := r.client.Snapshot(ctx, col, id)
	if list == nil {
		return seen.Document, err
	}
	if r.lists.endSingle(col, list, id, seen.Text, err == nil || engine.IsNotFound(err)) {
		r.logUnusable(ctx, col, errListDiffers)
	}
	return seen.Document, err
}

// extendList fetches pages of the list for this read and all others. It fails only if the caller gives up.
func (r *Reader) extendList(ctx context.Context, col engine.Collection, next decision) error {
	start := time.Now()
	bounded, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	pages, entries, err := r.loadPages(bounded, col, next.pages)
	if err != nil && ctx.Err() != nil {
		r.lists.passOn(col, next.list)
		return err
	}
	if err != nil {
		r.lists.fail(col, next.list)
		r.logUnusable(ctx, col, err)
		return nil
	}
	r.log(ctx, "fetched pages of the list", map[string]any{
		"kind": col.String(), "pages": pages, "objects": len(entries), "ms": time.Since(start).Milliseconds(),
	})
	if r.lists.add(col, next.list, pages, entries, next.action == fetchOtherPages || pages == 1) {
		r.logUnusable(ctx, col, errListDiffers)
	}
	return nil
}

func (r *Reader) logUnusable(ctx context.Context, col engine.Collection, reason error) {
	r.log(ctx, "this list is not used, objects are read singly", map[string]any{
		"kind": col.String(), "reason": reason.Error(),
	})
}
