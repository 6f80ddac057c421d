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
	"sync"
)

// call is one operation, before the style of its path is chosen.
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil means none
	// once says that processing the request twice would do something else than processing it once.
	once bool
}

// do makes a call in one style of its path after the other until one is answered. The reply is a 2xx.
func (c *Client) do(ctx context.Context, k call) (*reply, error) {
	if err := k.address.check(); err != nil {
		return nil, err
	}
	body, err := encode(k.body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", k.address.op, k.address.col, err)
	}
	if k.method != http.MethodGet {
		defer c.writes.end()
	}
	var first error
	for _, style := range c.pathStyles.candidates(k.address) {
		target := c.locate(k.address.path(style), k.query)
		reply, err := c.follow(ctx, request{method: k.method, url: target, body: body, once: k.once})
		if err == nil {
			c.pathStyles.remember(k.address, style)
			return reply, nil
		}
		if !isUnknownPath(err) {
			return nil, err
		}
		if first == nil {
			first = err
		}
	}
	// The style of the documents says best what is wrong, and an absent object is absent under all of them.
	return nil, first
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

// writes tells of the requests that may have changed something.
type writes struct {
	mu   sync.Mutex
	next chan struct{} // closed when the next one ends
}

func newWrites() *writes { return &writes{next: make(chan struct{})} }

func (w *writes) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.next)
	w.next = make(chan struct{})
}

// NextWrite is closed when the next request of this client ends that may have changed something, also one that is under
// way. What was read before may be out of date then, of other kinds too.
func (c *Client) NextWrite() <-chan struct{} {
	c.writes.mu.Lock()
	defer c.writes.mu.Unlock()
	return c.writes.next
}
