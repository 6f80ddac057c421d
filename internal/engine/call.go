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

// call is one operation, before the style of its path is chosen.
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil means none
	// once says that processing the request twice would do something else than processing it once.
	once bool
	// finishes says that a try which was sent gets finishTime to be answered when the caller gives up.
	finishes bool
	// tag is that of the version which the request may change; "" is any.
	tag string
}

// do makes a call and returns a 2xx reply. An engine that does not know yet what this client created gets some time.
func (c *Client) do(ctx context.Context, k call) (*reply, error) {
	var err error
	for look := range poll(ctx, c.patience(k.address)) {
		var reply *reply
		if reply, err = c.search(ctx, k); err == nil {
			if k.method != http.MethodPatch { // which an engine may take before it shows the object
				c.shown(k.address)
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

// search makes a call in one style of its path after the other until one is answered.
func (c *Client) search(ctx context.Context, k call) (*reply, error) {
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
		target := c.locate(k.address.path(style), k.query)
		reply, err := c.follow(ctx, request{method: k.method, url: target, body: body, once: k.once, finishes: k.finishes, tag: k.tag})
		if err == nil {
			c.pathStyles.remember(k.address, style)
			return reply, nil
		}
		if !isUnknownPath(err) && !c.leadsTo(err, k, styles) {
			return nil, withSize(err, k.body, body)
		}
		if first == nil || IsNotFound(err) && !IsNotFound(first) {
			first = err
		}
	}
	// The style of the documents says best what is wrong, and an absent object is absent under all of them. But under a
	// style that the engine does not have, the answer may be of a proxy.
	return nil, first
}

// leadsTo says whether an answer redirects to another style of the path, which is tried by itself.
func (c *Client) leadsTo(err error, k call, styles []pathStyle) bool {
	var e *Error
	if !errors.As(err, &e) || e.redirect == nil {
		return false
	}
	return slices.ContainsFunc(styles, func(style pathStyle) bool {
		target := c.locate(k.address.path(style), nil)
		return sameHost(target, e.redirect) && target.EscapedPath() == e.redirect.EscapedPath()
	})
}

// withSize tells what of a request was too large for the engine, or for a proxy before it.
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
	e.sent = fmt.Sprintf("the request has %d bytes, %d of them in %s", len(body), size, largest)
	return err
}

// wasRepeated says whether an answer is not the first that was asked for: one before may have done what was asked.
func wasRepeated(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Attempts > 1
}

func isStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// isUnknownPath says that an error may be about the style of the path: no request was processed, another may be tried.
func isUnknownPath(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed || e.restyled
}

// locate is the URL of a path below base_url.
func (c *Client) locate(path string, query url.Values) *url.URL {
	target := c.base.JoinPath(path)
	target.RawQuery = query.Encode()
	return target
}

// encode writes a request's body; a nil document has none.
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
