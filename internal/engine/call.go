// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// call is one operation on the engine. The client may send it with several spellings of its path (pathStyle).
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil if the request has no body
	// once is true if the engine must not process the request twice. For example, a second create would make a second object.
	once bool
	// finishes is true for a write: if ctx ends after the request was sent, the client waits for the reply for finishTime longer.
	finishes bool
	// tag is the ETag for If-Match: the engine refuses the request if the object has another version. "" sends no If-Match.
	tag string
}

// call sends a request and returns a 2xx reply. If the engine answers 404 for an object that this client has just created, call repeats the
// request until settleTime after the create, because some engines show new objects late.
func (c *Client) call(ctx context.Context, k call) (*reply, error) {
	var err error
	for look := range Poll(ctx, lastLook, c.patience(k.address)) {
		var reply *reply
		if reply, err = c.tryPathStyles(ctx, k); err == nil {
			if k.method != http.MethodPatch { // An engine may take a PATCH before it shows the object.
				c.created.Delete(objectKey{k.address.col, k.address.id})
			}
			if look > 1 {
				c.late.Store(true)
			}
			return reply, nil
		}
		if !isStatus(err, http.StatusNotFound) || k.address.op == opDelete && wasRepeated(err) || c.patience(k.address) == 0 {
			break
		}
	}
	return nil, err
}

// tryPathStyles sends a request with one spelling of its path after another (singular or plural type, slash at the end or not), until the
// engine knows the path.
func (c *Client) tryPathStyles(ctx context.Context, k call) (*reply, error) {
	if err := k.address.check(); err != nil {
		return nil, err
	}
	body, err := encode(k.body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", k.address.op, k.address.col, err)
	}
	if k.method != http.MethodGet {
		defer c.endWrite()
	}
	var first error
	styles := c.pathStyles.candidates(k.address)
	for _, style := range styles {
		reply, err := c.followRedirects(ctx, request{call: k, url: c.locate(k.address.path(style), k.query), encoded: body})
		if err == nil {
			c.pathStyles.remember(k.address, style)
			return reply, nil
		}
		if !isUnknownPath(err) && !c.redirectsToOne(err, k, styles) {
			return nil, withSize(err, k.body, body)
		}
		if first == nil || IsNotFound(err) && !IsNotFound(first) {
			first = err
		}
	}
	// The first path tried is the likeliest, so its error is the most useful. But a 404 in the engine's own error format is preferred,
	// because a proxy may have answered the first path.
	return nil, first
}

// redirectsToOne reports whether err is a redirect from one spelling of the path to another, such as from /alerts to /alerts/.
// tryPathStyles doesn't follow such a redirect, because it tries every spelling anyway.
func (c *Client) redirectsToOne(err error, k call, styles []pathStyle) bool {
	var e *Error
	if !errors.As(err, &e) || e.redirect == nil {
		return false
	}
	return slices.ContainsFunc(styles, func(style pathStyle) bool {
		target := c.locate(k.address.path(style), nil)
		return sameHost(target, e.redirect) && target.EscapedPath() == e.redirect.EscapedPath()
	})
}

// withSize adds to a 413 error how many bytes the request had and which field was the largest. Other errors stay unchanged.
func withSize(err error, doc Document, body []byte) error {
	var e *Error
	if !errors.As(err, &e) || e.Status != http.StatusRequestEntityTooLarge {
		return err
	}
	largest, size := "", 0
	for name, value := range doc {
		if text, err := json.Marshal(value); err == nil && len(text) > size {
			largest, size = name, len(text)
		}
	}
	e.size = fmt.Sprintf("the request has %d bytes, %d of them in %s", len(body), size, largest)
	return err
}

// wasRepeated reports whether the client sent the failed request more than once. The engine may then have processed an earlier attempt.
func wasRepeated(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Attempts > 1
}

func isStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// isUnknownPath reports whether err may mean that the engine doesn't know this spelling of the path: 404, 405, or a redirect that changes
// the slash at the end. The engine has not processed the request, so another spelling may be tried.
func isUnknownPath(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed || e.isSlashRedirect
}

// locate returns the URL of a path below base_url.
func (c *Client) locate(path string, query url.Values) *url.URL {
	target := c.base.JoinPath(path)
	target.RawQuery = query.Encode()
	return target
}

// encode returns a document as JSON for a request body, or nil for a nil document.
func encode(doc Document) ([]byte, error) {
	if doc == nil {
		return nil, nil
	}
	body, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("encode the document: %w", err)
	}
	return body, nil
}
