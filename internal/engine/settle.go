// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"time"
)

// Some engines show late what was written: a new object is not found for a while, or is still read as it was. The client
// waits for what it wrote itself, within these bounds.
const (
	settleTime = 10 * time.Second
	// keptTime is how long an engine is asked again that answers a write with other values than were sent. More often than
	// late it keeps its own.
	keptTime  = 3 * time.Second
	firstLook = 100 * time.Millisecond
	lastLook  = time.Second
)

// isPrompt says whether the engine shows what was written at once, as far as it is known.
func (c *Client) isPrompt() bool { return c.prompt.Load() && !c.late.Load() }

// Settle returns the document of an object that this client has just written, once the engine shows what was written, as
// shown tells of a document, or when it does not in time. answer is what the engine answered to the write. An engine that
// has once shown a write at once is believed to do so always, and is asked only where its answer does not show the write.
func (c *Client) Settle(ctx context.Context, col Collection, id string, answer Document, shown func(Document) bool) Document {
	answered := shown(answer)
	if answered && c.isPrompt() {
		return answer
	}
	patience := keptTime
	if answered {
		patience = settleTime
	}
	var doc Document
	for look := range poll(ctx, patience) {
		var err error
		if doc, err = c.Read(ctx, col, id); err != nil {
			return answer
		}
		if shown(doc) {
			if look == 1 {
				c.prompt.Store(true)
			} else {
				c.late.Store(true)
			}
			break
		}
		if c.isPrompt() {
			break
		}
	}
	return doc
}
