// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"time"
)

// Some engines show a write late: for some seconds, a read gets 404 for a new object, or returns the values from before an update.
const (
	// settleTime is how long to wait for a read that shows the write, if the engine's answer to the write has the sent values.
	settleTime = 10 * time.Second
	// keptTime is how long to wait if the engine's answer to the write has other values than were sent. It is short, because the engine
	// probably keeps its own values.
	keptTime = 3 * time.Second
)

// isPrompt reports whether every write so far was shown by the next read. It is false before the first write.
func (c *Client) isPrompt() bool { return c.prompt.Load() && !c.late.Load() }

// Settle waits after a write until a read shows the write, but not longer than settleTime. It returns the last document. answer is the
// engine's answer to the write. shown reports whether a document has the written values.
//
// If the engine has shown all earlier writes immediately, Settle does not wait. It returns answer, or reads the object once if answer lacks
// the written values.
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
	for look := range Poll(ctx, lastLook, patience) {
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
