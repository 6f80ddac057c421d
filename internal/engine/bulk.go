// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"time"
)

// ReadShared returns one object as Read does, but when many objects of a collection are read it answers from the
// collection's list, which is then fetched once for all of them. What it returns was the engine's answer at most 30
// seconds ago and is not older than any write of this client.
//
// A list is used once an object in it was the same as the one that a single read answered. An object that the list lacks
// is read singly, and so is a collection whose list fails, takes too long or says something else than a single read.
func (c *Client) ReadShared(ctx context.Context, col Collection, id string) (Document, error) {
	if c.cfg.NoBulkReads {
		return c.Read(ctx, col, id)
	}
	for {
		turn := c.lists.next(col, id)
		switch turn.step {
		case readSingly:
			return c.readTwin(ctx, turn.list, col, id)
		case answerFromList:
			doc, ok := decodeObject(turn.entry)
			if !ok || doc["id"] != id {
				return c.Read(ctx, col, id) // Entries are found by a key that may be spelled "ID".
			}
			c.log(ctx, "answered from the list", map[string]any{"kind": col.String(), "id": id})
			return doc, nil
		case awaitChange:
			select {
			case <-turn.changed:
			case <-ctx.Done():
				return nil, fmt.Errorf("read %s %s: %w while another read fetches the list", col, id, ctx.Err())
			}
		case askFirstPage, fetchOtherPages:
			if err := c.extendList(ctx, turn, col); err != nil {
				return nil, fmt.Errorf("read %s %s: %w", col, id, err)
			}
		}
		// A read that writes interrupt is not to begin again and again.
		if !c.lists.holds(col, turn.list) {
			return c.Read(ctx, col, id)
		}
	}
}

// readTwin reads an object singly, so that the list can be compared with the answer.
func (c *Client) readTwin(ctx context.Context, list *sharedList, col Collection, id string) (Document, error) {
	doc, body, err := c.read(ctx, col, id)
	if list == nil {
		return doc, err
	}
	if c.lists.endSingle(col, list, id, body, err == nil || IsNotFound(err)) {
		c.logUnusable(ctx, col, errListDiffers)
	}
	return doc, err
}

// extendList fetches pages of the list for this read and all others. It fails only if the caller gives up.
func (c *Client) extendList(ctx context.Context, turn turn, col Collection) error {
	start := time.Now()
	bounded, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	pages, entries, err := c.loadPages(bounded, col, turn.pages)
	if err != nil && ctx.Err() != nil {
		c.lists.passOn(col, turn.list)
		return err
	}
	if err != nil {
		c.lists.fail(col, turn.list)
		c.logUnusable(ctx, col, err)
		return nil
	}
	c.log(ctx, "fetched pages of the list", map[string]any{
		"kind": col.String(), "pages": pages, "objects": len(entries), "ms": time.Since(start).Milliseconds(),
	})
	if c.lists.add(col, turn.list, pages, entries, turn.step == fetchOtherPages || pages == 1) {
		c.logUnusable(ctx, col, errListDiffers)
	}
	return nil
}

func (c *Client) logUnusable(ctx context.Context, col Collection, reason error) {
	c.log(ctx, "the list is not used, objects are read singly", map[string]any{
		"kind": col.String(), "reason": reason.Error(),
	})
}
