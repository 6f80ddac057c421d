// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// maxReplyBytes bounds what is read of one reply, after decompression.
const maxReplyBytes = 64 << 20

var errReplyTooLarge = fmt.Errorf("the reply is larger than %d MiB", maxReplyBytes>>20)

// request is what is sent, as often as it takes.
type request struct {
	method string
	url    *url.URL
	body   []byte // nil means none
	once   bool   // see call
	// finishes is that of call.
	finishes bool
	tag      string // see call
}

// reply is what the engine answered, whatever the status.
type reply struct {
	method   string
	url      *url.URL
	status   int
	header   http.Header
	body     []byte
	attempts int
	isCut    bool   // the body of a refusal is not whole
	note     string // what the user should know about the attempts, or empty
	redact   redact.Redactor
}

// attempt sends a request one time and reads the reply to its end. Exactly one of the results is nil.
func (c *Client) attempt(ctx context.Context, r request) (*reply, *transportError) {
	var written atomic.Bool
	attemptCtx, cancel := c.bound(ctx, r, &written)
	defer cancel()
	traced := httptrace.WithClientTrace(attemptCtx, &httptrace.ClientTrace{
		WroteHeaders: func() { written.Store(true) },
	})
	start := time.Now()
	reply, err := c.roundTrip(traced, r)
	if err == nil {
		c.lost.Clock.Note(reply.header, start, time.Now())
		c.logReply(ctx, reply, time.Since(start))
		return reply, nil
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no complete answer within %s (request_timeout): %w", c.cfg.RequestTimeout, err)
	}
	failure := &transportError{
		method: r.method, path: c.path(r.url), cause: err,
		text: c.redact.With(ctx).Line(err.Error(), redact.MaxMessage),
		sent: written.Load() && !isDialError(err),
	}
	c.log(ctx, "no answer from the engine", map[string]any{
		"method": r.method, "path": failure.path, "error": failure.text, "ms": time.Since(start).Milliseconds(),
	})
	return nil, failure
}

// finishTime is how long what was begun may go on after its caller gave up.
const finishTime = 10 * time.Second

// Finishing is a context for what must not be left half done: it ends finishTime after ctx.
func Finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		_ = Sleep(lasting, finishTime)
		cancel()
	})
	return lasting, func() {
		stop()
		cancel()
	}
}

// bound is the context of one try. One that finishes ends with its caller as long as it is not written.
func (c *Client) bound(ctx context.Context, r request, written *atomic.Bool) (context.Context, context.CancelFunc) {
	if !r.finishes {
		return context.WithTimeout(ctx, c.cfg.RequestTimeout)
	}
	lasting, finished := Finishing(ctx)
	bounded, cancel := context.WithTimeout(lasting, c.cfg.RequestTimeout)
	stop := context.AfterFunc(ctx, func() {
		if !written.Load() {
			cancel()
		}
	})
	return bounded, func() {
		stop()
		cancel()
		finished()
	}
}

// roundTrip builds, authorizes and sends a request, and reads the reply.
func (c *Client) roundTrip(ctx context.Context, r request) (*reply, error) {
	out, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	out.Header.Set("Accept", "application/json")
	out.Header.Set("User-Agent", c.cfg.UserAgent)
	if r.body != nil {
		out.Header.Set("Content-Type", "application/json")
	}
	if r.tag != "" {
		out.Header.Set("If-Match", r.tag)
	}
	c.authorize(out)
	in, err := c.transport.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Body.Close() }()
	if in.StatusCode < http.StatusOK {
		// What follows "101 Switching Protocols" has no end that a timeout of the request could set.
		return &reply{method: r.method, url: r.url, status: in.StatusCode, header: in.Header, redact: c.redact.With(ctx)}, nil
	}
	body, err := io.ReadAll(io.LimitReader(in.Body, maxReplyBytes+1))
	if err == nil && len(body) > maxReplyBytes {
		err = errReplyTooLarge
	}
	// The status of a refusal says whether it was done, without its body.
	if err != nil && in.StatusCode < http.StatusMultipleChoices {
		return nil, fmt.Errorf("read the reply: %w", err)
	}
	return &reply{method: r.method, url: r.url, status: in.StatusCode, header: in.Header, body: body, isCut: err != nil, redact: c.redact.With(ctx)}, nil
}

// authorize puts the credentials on a request (interface section 5). Callers only build requests for the host of
// base_url, so the header never leaves it.
func (c *Client) authorize(r *http.Request) {
	r.Header.Set("Authorization", c.authorization)
}

// isDialError says that no connection could be made. The transport only dials anew when nothing of the request went out.
func isDialError(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

func (c *Client) logReply(ctx context.Context, reply *reply, took time.Duration) {
	c.log(ctx, "the engine answered", map[string]any{
		"method": reply.method, "path": c.path(reply.url), "status": reply.status,
		"bytes": len(reply.body), "ms": took.Milliseconds(), "request_id": c.requestID(reply),
	})
}

func (c *Client) log(ctx context.Context, msg string, fields map[string]any) {
	if c.cfg.Log != nil {
		c.cfg.Log(ctx, msg, fields)
	}
}
