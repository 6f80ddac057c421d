// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/engine-platform/terraform-provider-engine/internal/engine/lost"
	"github.com/engine-platform/terraform-provider-engine/internal/redact"
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
	redact        redact.Redactor
	fresh         *fresh
	removals      *removals
	prompt        atomic.Bool // the engine has shown a write at once (settle.go)
	late          atomic.Bool // the engine has shown a write late
	proofs        *proofs
	lost          *lost.Memory
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
		redact:        redact.New(cfg.SecretKey),
		fresh:         newFresh(),
		removals:      &removals{},
		proofs:        newProofs(),
		lost:          lost.NewMemory(),
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
	if err == nil {
		err = c.checkIdentity(reply, doc, id)
	}
	if err != nil {
		return nil, nil, err
	}
	c.proofs.witness(col, id)
	return doc, reply.body, nil
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
	finishing, finished := Finishing(ctx)
	defer finished()
	k := call{
		method:   http.MethodPatch,
		address:  address{op: opUpdate, col: col, id: id},
		body:     patch,
		once:     addsElements(col, patch),
		finishes: true,
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
	start, patience := time.Now(), patienceWith(cause)
	if !mayPass(cause) { // The engine has answered, so that it is not at work any more.
		patience = 0
	}
	for delay := firstLook; ; delay = min(2*delay, lastLook) {
		failure := &LostUpdateError{Kind: col.String(), ID: id, Cause: cause}
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
		if time.Since(start)+delay > patience || sleep(ctx, delay) != nil {
			return nil, failure
		}
	}
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
		if _, has := answer[name]; !has && !isEmpty(value) {
			return true
		}
	}
	return false
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case Document:
		return len(value) == 0
	}
	return false
}
