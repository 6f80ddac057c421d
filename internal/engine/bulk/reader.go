// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package bulk reads many engine objects with few requests. If a list needs fewer requests than individual reads, the package fetches the
// list and returns objects from it, unless the listed objects differ from individual reads.
//
//	reader.go      reads one object, step by step
//	cachedlist.go  decides whether a read uses the list or requests the object, and replaces outdated lists
//	pages.go       fetches the pages of a list
//	trust.go       compares lists with individual reads, to find out whether the lists are up to date and contain all fields
//
// The package imports engine and base/document. Start reading at reader.go.
package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Reader reads objects from one engine, from a cached list if that saves requests. It is safe for concurrent use.
type Reader struct {
	client       *engine.Client
	log          func(ctx context.Context, msg string, fields map[string]any)
	lists        *cachedLists // nil if lists are disabled
	completeness sync.Map     // by Collection: a *listCompleteness, which records whether the collection's lists omit fields
}

// NewReader returns a Reader that sends its requests through client. If enabled is false, every read sends a request. The Reader stops
// using a list if an object in the list differs from an individual read of the object, unless the function same reports that the two are
// equivalent. The Reader calls the function log when it reads from a list, fetches pages, or can't use a list. Both functions may be nil.
func NewReader(client *engine.Client, enabled bool, same Same, log func(ctx context.Context, msg string, fields map[string]any)) *Reader {
	r := &Reader{client: client, log: log}
	if log == nil {
		r.log = func(context.Context, string, map[string]any) {}
	}
	if enabled {
		r.lists = newCachedLists(client.NextWrite, same)
	}
	return r
}

// Read returns one object. From the second read in a collection on, it fetches the collection's list page by page (see budget) and returns
// objects from the list. These objects are at most 30 seconds old (listLife), and never older than the client's last write.
//
// The Reader uses a list only after an individual read of one of its objects has returned the same object. An object that is not in the
// list is read individually. If the list fails, is too slow or repeatedly differs from individual reads, all objects are read one by one.
//
// isListed is true if the document comes from a list, which may omit fields. To get a missing field, read the object with the client. If
// you don't know which fields to expect, call ReadAllFields instead.
func (r *Reader) Read(ctx context.Context, col engine.Collection, id string) (doc engine.Document, isListed bool, err error) {
	// An id such as "a/b" can't be part of a path, so the client must return an error for it. Therefore, don't look for it in a cached
	// list, which may happen to contain an object with this id.
	for r.lists != nil && engine.IsID(id) {
		next := r.lists.decide(col, id)
		switch next.action {
		case readSingly:
			doc, err = r.readSample(ctx, next.list, col, id)
			return doc, false, err
		case useList:
			// pages.go decodes the id with encoding/json, which also accepts the key "ID". So check for the key "id" here.
			if err := engine.Decode(next.entry, &doc); err == nil && doc["id"] == id {
				r.log(ctx, "read from the list", map[string]any{"kind": col.String(), "id": id})
				return doc, true, nil
			}
		case awaitChange:
			select {
			case <-next.changed:
			case <-next.written:
			case <-ctx.Done():
				return nil, false, fmt.Errorf("read %s %s: %w while a different read fetches the list", col, id, ctx.Err())
			}
		case askFirstPage, fetchOtherPages:
			if err := r.extendList(ctx, col, next); err != nil {
				return nil, false, fmt.Errorf("read %s %s: %w", col, id, err)
			}
		}
		// If a write has made the list out of date, or if the listed object is unusable, read the object individually. Do not fetch a new
		// list, because frequent writes could make that list out of date, too, and the loop could run forever.
		if next.action == useList || !r.lists.change(col, next.list, nil) {
			break
		}
	}
	doc, err = r.client.Read(ctx, col, id)
	return doc, false, err
}

// Cached returns the objects in a collection's cached list whose JSON contains the given string. It sends no requests. ok is false if the
// list is not complete, or has not been compared with an individual read.
func (r *Reader) Cached(col engine.Collection, part string) (docs []engine.Document, ok bool) {
	if r.lists == nil {
		return nil, false
	}
	entries, ok := r.lists.complete(col)
	for _, entry := range entries {
		if bytes.Contains(entry, []byte(part)) {
			var doc engine.Document
			if engine.Decode(entry, &doc) == nil {
				docs = append(docs, doc)
			}
		}
	}
	return docs, ok
}

// ReadAllFields is like Read, but returns the object with all of its fields. It sends a few more individual reads to find out whether the
// engine's lists omit fields.
func (r *Reader) ReadAllFields(ctx context.Context, col engine.Collection, id string) (engine.Document, error) {
	doc, isListed, err := r.Read(ctx, col, id)
	if isListed {
		return r.withAllFields(ctx, col, doc)
	}
	return doc, err
}

func (r *Reader) readSample(ctx context.Context, list *cachedList, col engine.Collection, id string) (engine.Document, error) {
	doc, err := r.client.Read(ctx, col, id)
	if list == nil {
		return doc, err
	}
	single := []byte(document.Encode(doc)) // a copy, because the caller may change the document
	if r.lists.recordRead(col, list, id, single, err == nil || engine.IsNotFound(err)) {
		r.logUnusable(ctx, col, errListDiffers)
	}
	return doc, err
}

// extendList fetches pages of a collection's list for all reads that are waiting for them. If the fetch fails, later reads don't use the
// list. extendList returns an error only if ctx is canceled.
func (r *Reader) extendList(ctx context.Context, col engine.Collection, next decision) error {
	start := time.Now()
	bounded, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	pages, entries, err := r.loadPages(bounded, col, next.pages)
	if err != nil && ctx.Err() != nil {
		r.lists.change(col, next.list, func() { next.list.isFetching = false }) // One of the waiting reads will fetch the pages instead.
		return err
	}
	if err != nil {
		r.lists.change(col, next.list, func() { r.lists.disable(col) })
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

// logUnusable logs why a list is not used. It omits the engine's own messages, because they may contain secrets from other requests.
func (r *Reader) logUnusable(ctx context.Context, col engine.Collection, reason error) {
	if rejection, ok := errors.AsType[*engine.Error](reason); ok {
		bare := *rejection
		bare.Message, bare.Fields, bare.More = "", nil, 0
		reason = &bare
	}
	r.log(ctx, "this list is not used, objects are read singly", map[string]any{
		"kind": col.String(), "reason": reason.Error(),
	})
}
