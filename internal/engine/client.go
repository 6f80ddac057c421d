// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// Document is an engine object or a part of one, as decoded from JSON: numbers are json.Number, so they stay exact.
type Document = map[string]any

// Client talks to one engine. It is safe for concurrent use.
type Client struct {
	cfg           Config
	base          *url.URL
	authorization string
	transport     http.RoundTripper
	limiter       *rate.Limiter
	pause         *pause
	pathStyles    *pathStyles
	refusals      *refusals
	writes        *writes
	redact        redactor
	// reached is set once the engine answered with JSON: base_url is right then.
	reached atomic.Bool
}

// New checks the configuration and makes a client; it sends nothing. The error is a *ConfigError.
func New(cfg Config) (*Client, error) {
	cfg = cfg.withDefaults()
	base, err := parseBaseURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	if err := cfg.check(); err != nil {
		return nil, err
	}
	transport := cfg.Transport
	if transport == nil {
		if transport, err = newTransport(cfg.CACertFile); err != nil {
			return nil, err
		}
	}
	limit := rate.Inf
	if cfg.MaxRequestsPerSecond > 0 {
		limit = rate.Limit(cfg.MaxRequestsPerSecond)
	}
	return &Client{
		cfg:           cfg,
		base:          base,
		authorization: cfg.AuthScheme + " " + cfg.AccessID + " " + cfg.SecretKey,
		transport:     transport,
		limiter:       rate.NewLimiter(limit, 1),
		pause:         &pause{},
		pathStyles:    newPathStyles(),
		refusals:      newRefusals(),
		writes:        newWrites(),
		redact:        newRedactor(cfg.SecretKey),
	}, nil
}

// Read returns one object as it is now.
func (c *Client) Read(ctx context.Context, col Collection, id string) (Document, error) {
	doc, _, err := c.ReadRaw(ctx, col, id)
	return doc, err
}

// ReadRaw returns one object as Read does, and the text that it was decoded from.
func (c *Client) ReadRaw(ctx context.Context, col Collection, id string) (Document, json.RawMessage, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opRead, col: col, id: id}})
	if err != nil {
		return nil, nil, err
	}
	doc, err := c.object(reply)
	if err != nil {
		return nil, nil, err
	}
	return doc, reply.body, nil
}

// Update changes the fields that patch holds and returns the whole object.
func (c *Client) Update(ctx context.Context, col Collection, id string, patch Document) (Document, error) {
	return c.change(ctx, call{
		method:  http.MethodPatch,
		address: address{op: opUpdate, col: col, id: id},
		body:    patch,
		once:    addsElements(col, patch),
	})
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

// Delete removes an object. That it is already gone is success.
func (c *Client) Delete(ctx context.Context, col Collection, id string) error {
	reply, err := c.do(ctx, call{method: http.MethodDelete, address: address{op: opDelete, col: col, id: id}})
	if IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if reply.isPage() {
		return c.unusable(reply, c.notJSON(reply))
	}
	return nil
}

// Start asks the engine to run a component (wire shapes section 2). The state changes some time after.
func (c *Client) Start(ctx context.Context, col Collection, id string) (Document, error) {
	return c.change(ctx, call{
		method: http.MethodPost, address: address{op: opStart, col: col, id: id}, body: Document{},
	})
}

// Stop asks the engine to stop a component (wire shapes section 2). The state changes some time after.
func (c *Client) Stop(ctx context.Context, col Collection, id string) (Document, error) {
	return c.change(ctx, call{
		method: http.MethodPost, address: address{op: opStop, col: col, id: id}, body: Document{},
	})
}

// change makes a call that changes one object and returns the object. An engine that answers without it is asked for it.
func (c *Client) change(ctx context.Context, k call) (Document, error) {
	reply, err := c.do(ctx, k)
	if err != nil {
		return nil, err
	}
	if len(reply.body) == 0 {
		return c.Read(ctx, k.address.col, k.address.id)
	}
	return c.object(reply)
}
