// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
)

// maxRevisions is the maximum number of updates that Revise sends while other clients keep changing the object.
const maxRevisions = 5

// strongTag returns the ETag of a reply, or "" if the ETag is missing or can't be used. A weak ETag (W/"...") can't be used, because
// If-Match never matches it. Proxies that compress replies make ETags weak.
func strongTag(header http.Header) string {
	tag := header.Get("Etag")
	if len(tag) < 2 || len(tag) > redact.MaxMessage || tag[0] != '"' || tag[len(tag)-1] != '"' {
		return ""
	}
	for _, b := range []byte(tag[1 : len(tag)-1]) {
		if b <= ' ' || b == '"' || b > '~' {
			return ""
		}
	}
	return tag
}

// Decide returns the update's body for the current version of an object. An empty body means that no update is needed.
type Decide func(current Document) Document

// Revise updates an object. It passes the object's current version to the decide function, and sends the body that the function returns.
// Revise returns the whole object, or nil if the body is empty. If snapshot is empty, Revise reads the object first.
//
// If another client has changed the object since it was read, an engine with ETags rejects the update (If-Match). Revise then reads the
// object again, and calls decide again.
func (c *Client) Revise(ctx context.Context, col Collection, id string, snapshot Snapshot, decide Decide) (Document, error) {
	if snapshot.Document == nil {
		var err error
		if snapshot, err = c.Snapshot(ctx, col, id); err != nil {
			return nil, err
		}
	}
	for tries := 1; ; tries++ {
		patch := decide(snapshot.Document)
		if len(patch) == 0 {
			return nil, nil
		}
		if c.etagsBroken.Load() {
			snapshot.tag = ""
		}
		doc, err := c.updateVersion(ctx, col, id, patch, snapshot.tag)
		if snapshot.tag == "" || !HasStatus(err, http.StatusPreconditionFailed) {
			return doc, err
		}
		next, readErr := c.nextVersion(ctx, col, id, snapshot)
		if readErr != nil {
			return nil, fmt.Errorf("%w; reading it again failed: %w", err, readErr)
		}
		if tries == maxRevisions {
			return nil, fmt.Errorf("somebody else keeps changing the %s %s: %d updates were rejected, because %s had changed since the object "+
				"was read, and nothing was overwritten; find out who else writes to it (a second apply, a script, people in the web "+
				"application), and apply again (%w)", col, id, tries, c.changedFields(snapshot.Document, next.Document), err)
		}
		snapshot = next
	}
}

// nextVersion reads an object after the engine has rejected its ETag (412). Because some engines return the old version for a while,
// nextVersion repeats the read for up to keptTime, until the response has a new ETag. If the rejected ETag stays current, a proxy is
// probably modifying ETags, so later updates omit If-Match.
func (c *Client) nextVersion(ctx context.Context, col Collection, id string, from Snapshot) (Snapshot, error) {
	var next Snapshot
	for range Poll(ctx, lastLook, keptTime) {
		var err error
		if next, err = c.Snapshot(ctx, col, id); err != nil || next.tag != from.tag {
			return next, err
		}
	}
	if ctx.Err() == nil {
		c.etagsBroken.Store(true)
	}
	return next, context.Cause(ctx)
}

// changedFields lists up to ten fields that differ between two documents, such as "name, severity".
func (c *Client) changedFields(before, after Document) string {
	const most = 10
	names := map[string]bool{}
	for _, doc := range []Document{before, after} {
		for name := range doc {
			if !reflect.DeepEqual(before[name], after[name]) {
				names[c.redact.Line(name, redact.MaxSnippet)] = true
			}
		}
	}
	sorted := slices.Sorted(maps.Keys(names))
	return cmp.Or(strings.Join(sorted[:min(len(sorted), most)], ", "), "something")
}

// Update changes the fields in patch and returns the whole object. If the reply is lost, Update reads the object to find out whether the
// update was made. If the object has none of the new values, Update retries.
func (c *Client) Update(ctx context.Context, col Collection, id string, patch Document) (Document, error) {
	return c.updateVersion(ctx, col, id, patch, "")
}

// updateVersion is like Update, but sends tag in the If-Match header, unless tag is "".
func (c *Client) updateVersion(ctx context.Context, col Collection, id string, patch Document, tag string) (Document, error) {
	finishing, finished := WithGracePeriod(ctx)
	defer finished()
	k := call{
		method:          http.MethodPatch,
		address:         address{op: opUpdate, col: col, id: id},
		body:            patch,
		isNonIdempotent: addsElements(col, patch),
		finishes:        true,
		tag:             tag,
	}
	for tries := 1; ; tries++ {
		doc, cause := c.write(ctx, k)
		if cause == nil || !mayBeProcessed(cause) {
			return doc, cause
		}
		doc, outcome, err := c.findUpdate(finishing, col, id, patch, cause)
		if outcome == lost.Applied {
			return doc, nil
		}
		// If k.isNonIdempotent is set, Client.do doesn't retry after a lost reply. Retry here, but only if a read has shown that the engine
		// did not apply the update.
		if outcome != lost.NotApplied || !k.isNonIdempotent || !isTransient(cause) || tries > c.cfg.MaxRetries || ctx.Err() != nil {
			return nil, err
		}
	}
}

// findUpdate determines whether the engine made an update although the request failed with the given error (cause). It reads the object
// until it has the new values or the engine has had enough time to apply them. Unless outcome is lost.Applied, err explains what is known
// about the update.
func (c *Client) findUpdate(
	ctx context.Context, col Collection, id string, patch Document, cause error,
) (doc Document, outcome lost.Outcome, err error) {
	patience := patienceAfter(cause)
	if !isTransient(cause) { // The engine has responded, so it has finished processing the update.
		patience = 0
	}
	var missing []string
	for range Poll(ctx, lastLook, patience) {
		if doc, err = c.Read(ctx, col, id); err != nil {
			return nil, lost.Unclear, fmt.Errorf("it is not known whether the update of the %s %s was made: %w; a read afterwards failed too: "+
				"%s; the next plan shows what is still to do", col, id, cause, err.Error())
		}
		outcome, missing = lost.OutcomeOf(patch, doc, kinds[col.kind].mergedArrays, func(sent, found Document) []string {
			return c.cfg.Differing(col, sent, found)
		})
		if outcome == lost.Applied {
			return doc, outcome, nil
		}
	}
	if outcome == lost.NotApplied {
		return nil, outcome, fmt.Errorf("the update of the %s %s was not made: %w", col, id, cause)
	}
	return nil, outcome, fmt.Errorf("it is not known whether the update of the %s %s was made: %w; the engine shows only a part of it, and "+
		"different values for %s; the next plan shows what is still to do", col, id, cause, strings.Join(missing, ", "))
}

// addsElements reports whether a patch adds an element, such as a new function item, to an array that the engine merges. Sending such a
// patch twice adds the element twice.
func addsElements(col Collection, patch Document) bool {
	for array := range kinds[col.kind].mergedArrays {
		elements, _ := patch[array].([]any)
		for _, element := range elements {
			if fields, ok := element.(Document); ok && fields["id"] == nil {
				return true
			}
		}
	}
	return false
}
