// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"
	"golang.org/x/time/rate"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// Document is an engine object, or a part of one, decoded from JSON. Numbers are decoded as json.Number to preserve all digits.
type Document = map[string]any

// Client sends requests to one engine. It is safe for concurrent use.
type Client struct {
	cfg           Config
	base          *url.URL
	authorization string
	transport     http.RoundTripper
	proxy         proxy // nil if Config.Transport is set
	limiter       *rate.Limiter
	redact        redact.Redactor
	*knowledge
}

// New validates cfg and returns a client. It doesn't send a request. If a setting is invalid, the error is a *ConfigError.
func New(cfg Config) (*Client, error) {
	cfg = cfg.withDefaults()
	base, err := parseBaseURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	if err := cfg.check(); err != nil {
		return nil, err
	}
	transport, through := cfg.Transport, proxy(nil)
	if transport == nil {
		through = proxy(httpproxy.FromEnvironment().ProxyFunc())
		if transport, err = newTransport(cfg.CACertFile, through); err != nil {
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
		proxy:         through,
		limiter:       rate.NewLimiter(limit, 1),
		redact:        redact.New(cfg.SecretKey),
		knowledge:     newKnowledge(),
	}, nil
}

// Read requests the current version of an object from the engine. It never uses a cache.
func (c *Client) Read(ctx context.Context, col Collection, id string) (Document, error) {
	snapshot, err := c.Snapshot(ctx, col, id)
	return snapshot.Document, err
}

// Snapshot is a version of an object that was read from the engine. Revise uses it to detect later changes by other clients.
type Snapshot struct {
	Document Document
	// tag is the ETag of this version. It is "" if the engine sent none, or only a weak one such as W/"1", which If-Match never matches.
	tag string
}

// Snapshot reads an object along with its ETag, for use in a later call to Revise.
func (c *Client) Snapshot(ctx context.Context, col Collection, id string) (Snapshot, error) {
	reply, err := c.do(ctx, call{method: http.MethodGet, address: address{op: opRead, col: col, id: id}})
	if err != nil {
		return Snapshot{}, err
	}
	doc, err := c.decodeObject(reply)
	if err == nil {
		err = c.checkIdentity(reply, doc, id)
	}
	if err != nil {
		return Snapshot{}, err
	}
	c.lastReadIDs.Store(col, id)
	return Snapshot{Document: doc, tag: strongTag(reply.header)}, nil
}

// checkIdentity returns an error unless doc, the document in reply, has the given id.
func (c *Client) checkIdentity(reply *reply, doc Document, id string) error {
	got, isString := doc["id"].(string)
	switch {
	case doc["id"] == nil:
		return c.newError(reply, "the response has no id, so it is not the object that was asked for; check "+setting("base_url"))
	case !isString:
		return c.newError(reply, "the id in the response is not a string")
	case got != id:
		return c.newError(reply, fmt.Sprintf("the response is a different object, with the id %q", reply.redact.Line(got, redact.MaxSnippet)))
	}
	return nil
}

// Start asks the engine to start a component (interface document, section 2 of "Wire shapes"). It returns the component, whose deployment
// status may not have changed yet.
func (c *Client) Start(ctx context.Context, col Collection, id string) (Document, error) {
	return c.write(ctx, call{method: http.MethodPost, address: address{op: opStart, col: col, id: id}, body: Document{}})
}

// Stop asks the engine to stop a component (interface document, section 2 of "Wire shapes"). It returns the component, whose deployment
// status may not have changed yet.
func (c *Client) Stop(ctx context.Context, col Collection, id string) (Document, error) {
	return c.write(ctx, call{method: http.MethodPost, address: address{op: opStop, col: col, id: id}, body: Document{}})
}

// write sends an update, start or stop, and returns the whole object. If the response is incomplete, write reads the object.
func (c *Client) write(ctx context.Context, k call) (Document, error) {
	reply, err := c.do(ctx, k)
	if err != nil {
		return nil, err
	}
	var doc Document
	if len(reply.body) > 0 {
		if doc, err = c.decodeObject(reply); err != nil {
			return nil, err
		}
	}
	if isPart(doc, k.body) {
		return c.Read(ctx, k.address.col, k.address.id)
	}
	return doc, c.checkIdentity(reply, doc, k.address.id)
}

// isPart reports whether the response to a write contains only part of the object, because it lacks the id or a field that was sent. It
// ignores fields that were sent with an empty value, because engines may omit empty values.
func isPart(got, sent Document) bool {
	if got["id"] == nil {
		return true
	}
	for name, value := range sent {
		if _, has := got[name]; !has && !document.IsEmpty(value) {
			return true
		}
	}
	return false
}

func (c *Client) log(ctx context.Context, msg string, fields map[string]any) {
	if c.cfg.Log != nil {
		c.cfg.Log(ctx, msg, fields)
	}
}
