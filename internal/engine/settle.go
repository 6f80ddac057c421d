// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"time"
)

// Some engines show a write late: for a while they don't find a new object, or still return the values from before an update.
const (
	// settleTime is how long the client waits for the engine to show a write that the engine has confirmed.
	settleTime = 10 * time.Second
	// keptTime is how long the client waits if the engine answered a write with other values than were sent. Such an engine more
	// often keeps its own values than it is late.
	keptTime = 3 * time.Second
)

// isPrompt reports whether the engine has shown a write immediately, and never late.
func (c *Client) isPrompt() bool { return c.prompt.Load() && !c.late.Load() }

// Settle reads an object that this client has just written, until the engine shows the write or the time is over, and returns the last
// document. answer is the engine's answer to the write. shown reports whether a document shows the write.
//
// An engine that has once shown a write immediately is expected to do so always: its answer is used if it shows the write, and
// otherwise Settle reads the object once.
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
