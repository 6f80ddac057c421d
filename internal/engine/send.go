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

// maxReplyBytes applies to one reply after decompression.
const maxReplyBytes = 64 << 20

var errReplyTooLarge = fmt.Errorf("the reply is larger than %d MiB", maxReplyBytes>>20)

// request is a call to one URL. retry may send it several times.
type request struct {
	call
	url     *url.URL
	encoded []byte // the body as JSON; nil if the request has none
}

// reply is a whole answer of the engine, with any status.
type reply struct {
	method   string
	url      *url.URL
	status   int
	header   http.Header
	body     []byte
	attempts int    // how often the request was sent
	isCut    bool   // the connection ended within the body of a refusal
	note     string // an explanation for the user that the error quotes; may be empty
	redact   redact.Redactor
}

// attempt is the result of sending a request once: either a reply, or a failure without a complete reply. The other field is nil.
type attempt struct {
	reply   *reply
	failure *transportError
}

// send sends a request once and reads the whole reply. number counts the attempts, from 1.
func (c *Client) send(ctx context.Context, r request, number int) attempt {
	var written atomic.Bool
	limited, cancel := c.limit(ctx, r, &written)
	defer cancel()
	traced := httptrace.WithClientTrace(limited, &httptrace.ClientTrace{
		WroteHeaders: func() { written.Store(true) },
	})
	start := time.Now()
	reply, err := c.roundTrip(traced, r)
	took := time.Since(start).Milliseconds()
	if err == nil {
		reply.attempts = number
		c.lost.Clock.Note(reply.header, start, time.Now())
		c.log(ctx, "the engine answered", map[string]any{
			"method": r.method, "path": c.path(r.url), "status": reply.status,
			"bytes": len(reply.body), "ms": took, "request_id": reply.requestID(),
		})
		return attempt{reply: reply}
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no complete answer within %s (request_timeout): %w", c.cfg.RequestTimeout, err)
	}
	failure := &transportError{
		method: r.method, path: c.path(r.url), server: serverOf(c.redact, r.url), proxy: c.proxy.describe(c.redact, r.url),
		cause: err, attempts: number,
		text: c.redact.With(ctx).Line(err.Error(), redact.MaxMessage),
		sent: written.Load() && !isDialError(err),
	}
	c.log(ctx, "no answer from the engine", map[string]any{
		"method": r.method, "path": failure.path, "error": failure.text, "ms": took,
	})
	return attempt{failure: failure}
}

// finishTime is how long the client still waits for the reply to a write after the caller's context has ended.
const finishTime = 10 * time.Second

// Finishing returns a context that ends finishTime later than ctx. It is for steps that must not stay half done, such as the update that
// completes a create.
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

// limit returns the context of one attempt, which ends after request_timeout or with ctx. If a write was already sent when ctx ends, the
// context lasts up to finishTime longer.
func (c *Client) limit(ctx context.Context, r request, written *atomic.Bool) (context.Context, context.CancelFunc) {
	if !r.finishes {
		return context.WithTimeout(ctx, c.cfg.RequestTimeout)
	}
	lasting, finished := Finishing(ctx)
	limited, cancel := context.WithTimeout(lasting, c.cfg.RequestTimeout)
	stop := context.AfterFunc(ctx, func() {
		if !written.Load() {
			cancel()
		}
	})
	return limited, func() {
		stop()
		cancel()
		finished()
	}
}

func (c *Client) roundTrip(ctx context.Context, r request) (*reply, error) {
	out, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), bytes.NewReader(r.encoded))
	if err != nil {
		return nil, err
	}
	// All requests go to the host of base_url, so no other host gets the credentials (interface section 5).
	out.Header.Set("Authorization", c.authorization)
	out.Header.Set("Accept", "application/json")
	out.Header.Set("User-Agent", c.cfg.UserAgent)
	if r.encoded != nil {
		out.Header.Set("Content-Type", "application/json")
	}
	if r.tag != "" {
		out.Header.Set("If-Match", r.tag)
	}
	in, err := c.transport.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Body.Close() }()
	got := &reply{method: r.method, url: r.url, status: in.StatusCode, header: in.Header, redact: c.redact.With(ctx)}
	if in.StatusCode < http.StatusOK {
		return got, nil // The body of "101 Switching Protocols" may never end, so it is not read.
	}
	got.body, err = io.ReadAll(io.LimitReader(in.Body, maxReplyBytes+1))
	if err == nil && len(got.body) > maxReplyBytes {
		err = errReplyTooLarge
	}
	// A cut error reply is no error here: its status is enough to know whether the request was processed. A cut 2xx is an error.
	if err != nil && in.StatusCode < http.StatusMultipleChoices {
		return nil, fmt.Errorf("read the reply: %w", err)
	}
	got.isCut = err != nil
	return got, nil
}

// isDialError reports whether no connection was made, so that nothing was sent. This also holds if the transport failed to open a second
// connection: it opens one only if it has sent nothing on the first connection.
func isDialError(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" || isProxyFailure(err)
}

func (c *Client) log(ctx context.Context, msg string, fields map[string]any) {
	if c.cfg.Log != nil {
		c.cfg.Log(ctx, msg, fields)
	}
}
