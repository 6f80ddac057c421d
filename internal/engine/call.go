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

// call is one operation on the engine. The client may try it with several spellings of its URL path, such as with and without a slash at
// the end.
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil if the request has no body
	// once is true if the engine must not process the request twice. For example, a second create would make a second object.
	once bool
	// finishes is true for a write. If ctx ends after the write was sent, the client still waits up to finishTime for the reply.
	finishes bool
	// tag is the ETag for the header If-Match. With it, the engine refuses the update if the object has a newer version. "" sends no
	// If-Match.
	tag string
}

// call sends a request and returns a 2xx reply. Some engines show a new object late. So if an object that this client has just created
// gets a 404, call repeats the request until settleTime after the create.
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

// tryPathStyles tries one spelling of the URL path after another (plural or not, slash at the end or not) until the engine knows the path.
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
	// All spellings of the URL path failed. The error of the first spelling is the most useful, because this spelling is the likeliest. If a
	// proxy may have caused this error, the variable first holds a later 404 in the engine's own error format.
	var e *Error
	if errors.As(first, &e) {
		e.isOfCollection = k.address.id == ""
	}
	return nil, first
}

// redirectsToOne reports whether err is a redirect from one spelling of the URL path to another, such as from /alerts to /alerts/. The
// client tries all spellings anyway, so it need not follow the redirect.
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

// withSize adds the size of the request and the name of its largest field to a 413 error. It returns other errors unchanged.
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

// wasRepeated reports whether the client sent the failed request more than once. The engine may have processed an earlier attempt.
func wasRepeated(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Attempts > 1
}

func isStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// isUnknownPath reports whether the engine may not know this spelling of the URL path: it answered 404, 405, or a redirect that adds or
// removes the slash at the end. The engine has then processed nothing, so another spelling may be tried.
func isUnknownPath(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed || e.isSlashRedirect
}

func (c *Client) locate(path string, query url.Values) *url.URL {
	target := c.base.JoinPath(path)
	target.RawQuery = query.Encode()
	return target
}

// encode returns doc as JSON. A nil doc becomes nil, not "null".
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
