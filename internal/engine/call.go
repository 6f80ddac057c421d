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

// call is one operation on the engine, before the style of its path is chosen.
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil if the request has no body
	// once is true if the engine must not process the request twice, because that would have another result.
	once bool
	// finishes is true if a request that was sent has finishTime to be answered after its context was canceled.
	finishes bool
	// tag is the ETag that If-Match sends: the engine refuses the request if the object has another version. Empty sends no If-Match.
	tag string
}

// call makes a call and returns a 2xx reply. If the engine doesn't find an object that this client has just created, call asks again
// for some time.
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

// tryPathStyles makes a call in one style of its path after another until the engine answers one.
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
	// The first style is the likeliest, so its error is the most useful one. But a 404 in the shape of the engine's own errors is better:
	// a proxy may have answered the first style.
	return nil, first
}

// redirectsToOne reports whether an error is a redirect to another style of the same path. tryPathStyles ignores such a redirect, because
// it tries all styles anyway.
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

// withSize adds the size of a request and its largest field to the error that it was too large for the engine or a proxy.
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

// wasRepeated reports whether the request of an error was sent more than once, so that an earlier attempt may have been processed.
func wasRepeated(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Attempts > 1
}

func isStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// isUnknownPath reports whether an error may mean that the engine doesn't know this style of the path. The request was not processed
// then, and another style may be tried.
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

// encode returns a document as the body of a request, or nil for a nil document.
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
