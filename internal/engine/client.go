// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/time/rate"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
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
	redact        redact.Redactor
	*memory
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
		redact:        redact.New(cfg.SecretKey),
		memory:        newMemory(),
	}, nil
}

// Read returns one object as it is now.
func (c *Client) Read(ctx context.Context, col Collection, id string) (Document, error) {
	seen, err := c.Snapshot(ctx, col, id)
	return seen.Document, err
}

// Snapshot is an object as it was read.
type Snapshot struct {
	Document Document
	Text     []byte // that the document was decoded from
	tag      string // the ETag of the answer, where an update can be made to depend on it (quirks 180 and 181); "" otherwise
}

// Snapshot returns one object as it is now, in a form that can be compared with a list or changed by Revise.
func (c *Client) Snapshot(ctx context.Context, col Collection, id string) (Snapshot, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opRead, col: col, id: id}})
	if err != nil {
		return Snapshot{}, err
	}
	doc, err := c.object(reply)
	if err == nil {
		err = c.checkIdentity(reply, doc, id)
	}
	if err != nil {
		return Snapshot{}, err
	}
	c.witness(col, id)
	return Snapshot{Document: doc, Text: reply.body, tag: strongTag(reply.header)}, nil
}

// checkIdentity makes sure that a document is the one of the object that was asked for.
func (c *Client) checkIdentity(reply *reply, doc Document, id string) error {
	switch got := doc["id"].(type) {
	case nil:
		return c.unusable(reply, "the answer has no id, so it is not the object that was asked for; check base_url")
	case string:
		if got != id {
			return c.unusable(reply, fmt.Sprintf("the answer is another object, the one with the id %q", reply.redact.Line(got, redact.MaxSnippet)))
		}
		return nil
	default:
		return c.unusable(reply, "the id in the answer is no text")
	}
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

// change makes a call that changes one object and returns the object. An engine that answers without it, or with a part of
// it, is asked for it.
func (c *Client) change(ctx context.Context, k call) (Document, error) {
	reply, err := c.do(ctx, k)
	if err != nil {
		return nil, err
	}
	if len(reply.body) == 0 {
		return c.Read(ctx, k.address.col, k.address.id)
	}
	doc, err := c.object(reply)
	if err != nil {
		return nil, err
	}
	if isPart(doc, k.body) {
		return c.Read(ctx, k.address.col, k.address.id)
	}
	return doc, c.checkIdentity(reply, doc, k.address.id)
}

// isPart says whether the answer to a write can't be the whole object: it has no id, or lacks what was sent. An engine may
// leave empty values out.
func isPart(answer, sent Document) bool {
	if answer["id"] == nil {
		return true
	}
	for name, value := range sent {
		if _, has := answer[name]; !has && !document.IsEmpty(value) {
			return true
		}
	}
	return false
}
