// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
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

// maxRevisions bounds how often an update is decided on, each time because somebody else wrote since.
const maxRevisions = 5

// ContestedError is an update that was refused again and again because the object had changed since it was read.
type ContestedError struct {
	Kind, ID string
	Fields   []string // that were seen to change
	Tries    int
	Cause    error // the last refusal
}

func (e *ContestedError) Error() string {
	what := "something"
	if len(e.Fields) > 0 {
		what = strings.Join(e.Fields, ", ")
	}
	return fmt.Sprintf("somebody else keeps changing the %s %s: %d updates were refused, each because %s had changed since it was "+
		"read, and nothing was sent over it; find out who else writes to it (another apply, a program, people in the web application), "+
		"and apply again (%s)", e.Kind, e.ID, e.Tries, what, e.Cause)
}

func (e *ContestedError) Unwrap() error { return e.Cause }

// strongTag is an ETag that If-Match can hold. A weak one (also a proxy makes a tag weak, when it compresses) matches nothing.
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

// Revise changes an object to what decide makes of its document, and only of the version that decide has seen where the engine
// can tell: when somebody else wrote since, the object is read again and decided on anew. decide also gives the context of the
// request. The result is nil when the last decision was to send nothing.
func (c *Client) Revise(ctx context.Context, col Collection, id string, seen Snapshot, decide func(context.Context, Document) (context.Context, Document)) (Document, error) {
	for tries := 1; ; tries++ {
		deciding, patch := decide(ctx, seen.Document)
		if len(patch) == 0 {
			return nil, nil
		}
		if c.etagsBroken.Load() {
			seen.tag = ""
		}
		doc, err := c.updateVersion(deciding, col, id, patch, seen.tag)
		if seen.tag == "" || !isStatus(err, http.StatusPreconditionFailed) {
			return doc, err
		}
		next, readErr := c.nextVersion(ctx, col, id, seen)
		if readErr != nil {
			return nil, fmt.Errorf("%w; it could not be read again to update what it is now: %w", err, readErr)
		}
		if tries == maxRevisions {
			return nil, &ContestedError{Kind: col.String(), ID: id, Fields: c.changed(seen.Document, next.Document), Tries: tries, Cause: err}
		}
		seen = next
	}
}

// nextVersion reads an object whose update was refused for its version. An engine may show late what it has, and is asked again.
// One that goes on to show the version which it refuses does not know its own tags, because something in between changes
// them: updates depend on none then, as on an engine that has no tags.
func (c *Client) nextVersion(ctx context.Context, col Collection, id string, seen Snapshot) (Snapshot, error) {
	var next Snapshot
	for range poll(ctx, keptTime) {
		var err error
		if next, err = c.Snapshot(ctx, col, id); err != nil || next.tag != seen.tag {
			return next, err
		}
	}
	if ctx.Err() == nil {
		c.etagsBroken.Store(true)
	}
	return next, context.Cause(ctx)
}

// changed names the fields in which two documents of an object differ, the first few.
func (c *Client) changed(before, after Document) []string {
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
	return sorted[:min(len(sorted), most)]
}

// LostUpdateError is an update without a usable answer, and what the engine shows of it.
type LostUpdateError struct {
	Kind, ID string
	Cause    error
	Fate     lost.Fate
	Missing  []string // the fields that the engine shows otherwise than they were sent
	Search   error    // why the object could not be read afterwards, or nil
}

func (e *LostUpdateError) Error() string {
	switch {
	case e.Search != nil:
		return fmt.Sprintf("it is not known whether the update of the %s %s was made: %s; a read afterwards failed too: %s; the next plan "+
			"shows what is still to do", e.Kind, e.ID, e.Cause, e.Search)
	case e.Fate == lost.NotMade:
		return fmt.Sprintf("the update of the %s %s was not made: %s", e.Kind, e.ID, e.Cause)
	}
	return fmt.Sprintf("it is not known whether the update of the %s %s was made: %s; the engine shows only a part of what was sent, and "+
		"something else in %s; the next plan shows what is still to do", e.Kind, e.ID, e.Cause, strings.Join(e.Missing, ", "))
}

func (e *LostUpdateError) Unwrap() error { return e.Cause }

// Update changes the fields that patch holds and returns the whole object. When the reply is lost, the object is read: an
// update that it shows was made. One that would do something else when it is sent twice is sent again only if it was not.
func (c *Client) Update(ctx context.Context, col Collection, id string, patch Document) (Document, error) {
	return c.updateVersion(ctx, col, id, patch, "")
}

// updateVersion is Update of the version of an object that has the tag; "" is any.
func (c *Client) updateVersion(ctx context.Context, col Collection, id string, patch Document, tag string) (Document, error) {
	finishing, finished := Finishing(ctx)
	defer finished()
	k := call{
		method:   http.MethodPatch,
		address:  address{op: opUpdate, col: col, id: id},
		body:     patch,
		once:     addsElements(col, patch),
		finishes: true,
		tag:      tag,
	}
	for tries := 1; ; tries++ {
		doc, cause := c.change(ctx, k)
		if cause == nil || !mayBeCreated(cause) {
			return doc, cause
		}
		doc, failure := c.lookForUpdate(finishing, col, id, patch, cause)
		if failure == nil {
			return doc, nil
		}
		if failure.Fate != lost.NotMade || !k.once || !mayPass(cause) || tries > c.cfg.MaxRetries || ctx.Err() != nil {
			return nil, failure
		}
	}
}

// lookForUpdate reads an object until it shows an update whose reply was lost, or time enough has passed for it to be shown.
func (c *Client) lookForUpdate(ctx context.Context, col Collection, id string, patch Document, cause error) (Document, *LostUpdateError) {
	patience := patienceWith(cause)
	if !mayPass(cause) { // The engine has answered, so that it is not at work any more.
		patience = 0
	}
	failure := &LostUpdateError{Kind: col.String(), ID: id, Cause: cause}
	for range poll(ctx, patience) {
		doc, err := c.Read(ctx, col, id)
		if err != nil {
			failure.Search = err
			return nil, failure
		}
		failure.Fate, failure.Missing = lost.FateOf(patch, doc, kinds[col.kind].mergedArrays, func(sent, found Document) []string {
			return c.cfg.Differing(col, sent, found)
		})
		if failure.Fate == lost.Made {
			return doc, nil
		}
	}
	return nil, failure
}

// addsElements says whether a patch has new elements for an array that is merged. Sent twice it would add them twice.
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
