// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// call is an operation on the engine. It may take several attempts.
type call struct {
	method  string
	address address
	query   url.Values
	body    Document // nil if the request has no body
	// isNonIdempotent is true if the engine must not process the request twice. For example, a second create would create a second object.
	isNonIdempotent bool
	// If finishes is true and ctx is canceled after the request was sent, the client waits up to finishTime for the reply.
	finishes bool
	// tag is the ETag for the If-Match header, which makes the engine reject the update if the object has changed. "" means no header.
	tag string
}

// request is an in-progress call, with the URL for the next attempt and the results of the previous ones.
type request struct {
	call
	encoded []byte // the body as JSON; nil if the request has none
	url     *url.URL
	styles  []pathStyle // the forms of the URL path, most likely first; url uses styles[tried-1] or is the target of a redirect
	tried   int
	unknown error // the most useful error so far for a URL path that the engine does not know
	hops    int   // the number of redirects followed

	attempts       int           // the number of attempts with url
	last           attempt       // the last attempt
	wait           time.Duration // the wait before the next attempt
	budget         time.Duration // how much longer the request may spend waiting
	nextObjectWait time.Duration // the next wait if a new object is not readable yet
}

// do sends a request and returns a 2xx reply. Each iteration of its loop is one attempt: waitToSend waits until the attempt may be sent,
// send sends it, and next decides whether another attempt follows.
//
// go-retryablehttp can't replace this loop. Its requests can't share a pause, it can't limit the total wait, and it doesn't know whether a
// request was sent before the connection was lost.
func (c *Client) do(ctx context.Context, k call) (*reply, error) {
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
	r := &request{call: k, encoded: body, budget: c.cfg.RetryMaxWait, nextObjectWait: firstLook}
	c.begin(r)
	for {
		if err := c.waitToSend(ctx, r); err != nil {
			return nil, err
		}
		r.attempts++
		r.last = c.send(ctx, r)
		if isOver, err := c.next(ctx, r); err != nil {
			return nil, err
		} else if isOver {
			return r.last.reply, nil
		}
	}
}

// begin prepares the first attempt. waitForObject calls begin again to try all path styles once more, for example paths with and without a
// trailing slash.
func (c *Client) begin(r *request) {
	r.styles, r.tried, r.unknown = c.pathStyles.candidates(r.address), 0, nil
	c.tryNextStyle(r)
}

func (c *Client) tryNextStyle(r *request) {
	r.url, r.attempts = c.locate(r.address.path(r.styles[r.tried]), r.query), 0
	r.tried++
}

func (c *Client) locate(path string, query url.Values) *url.URL {
	target := c.base.JoinPath(path)
	target.RawQuery = query.Encode()
	return target
}

// next reports whether the request is done, which is the case after a 2xx reply or a permanent error. Otherwise, the next attempt uses
//
//	the same URL           after a failure such as 429, 503 or a lost connection (shouldRepeat)
//	a different URL        after a redirect (follow)
//	a different path style if the engine may not know this one
//	the first URL again    if the object is new and may not be readable yet
func (c *Client) next(ctx context.Context, r *request) (isOver bool, err error) {
	if c.shouldRepeat(ctx, r) {
		return false, nil
	}
	if r.last.failure != nil {
		return true, r.last.failure
	}
	if isRedirect(r.last.reply) {
		if err = c.follow(r); err == nil {
			return false, nil
		}
	} else if err = c.checkStatus(r.last.reply); err == nil {
		c.learnFromReply(r)
		return true, nil
	}
	// A 404, a 405 or a redirect to a different path style (such as with a trailing slash) means that the engine has not processed the
	// request. Try the next style.
	if !HasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed) && !c.redirectsToPathStyle(err, r) {
		return true, withSize(err, r)
	}
	// If all path styles fail, return the error for the first style, because the engine most likely uses that style. However, if only a
	// later style gets a 404 from the engine itself (IsNotFound), the first error may come from a proxy. In this case, return the 404.
	if r.unknown == nil || IsNotFound(err) && !IsNotFound(r.unknown) {
		r.unknown = err
	}
	if r.tried < len(r.styles) {
		c.tryNextStyle(r)
		return false, nil
	}
	return false, c.waitForObject(r)
}

// shouldRepeat reports whether to resend the request to the same URL. It returns true only if that is safe and within the client's limits.
// If so, it also sets the wait before the next attempt.
func (c *Client) shouldRepeat(ctx context.Context, r *request) bool {
	last := r.last
	if last.reply != nil {
		c.reached.Store(true)
	}
	if last.outcome() == outcomeUnknown {
		c.lost.LostReply.Store(true)
	}
	if !last.isRepeatable(r.isNonIdempotent) || r.attempts > c.cfg.MaxRetries || c.isUnreachable(r) || ctx.Err() != nil {
		return false
	}
	// Add a random wait to the one that the engine requested. Otherwise, requests that were rejected together would all be retried at once.
	asked, random := time.Duration(0), backoff(r.attempts)
	if last.reply != nil {
		asked = retryAfter(last.reply.header, time.Now())
		if last.reply.status == http.StatusTooManyRequests {
			c.pause.extend(cmp.Or(asked, random), asked)
		}
		if asked > r.budget {
			last.reply.note = fmt.Sprintf("it asked to wait %s, more than retry_max_wait leaves", asked)
		}
	}
	if asked > r.budget || r.budget <= 0 {
		return false
	}
	r.wait = min(asked+random, r.budget)
	r.budget -= r.wait
	c.log(ctx, "waiting before the next attempt", map[string]any{
		"method": r.method, "path": c.path(r.url), "attempts": r.attempts, "wait": r.wait.String(),
	})
	return true
}

// triesUnreached is the maximum number of attempts for a client's first request if no attempt can connect to the engine. The waits between
// the attempts add up to less than a second.
const triesUnreached = 3

// isUnreachable reports whether to give up on a request that couldn't connect. If the engine has never responded to this client, base_url
// or the proxy setting is probably wrong. In this case, the client makes triesUnreached attempts for its first request, and only one
// attempt for each later request.
func (c *Client) isUnreachable(r *request) bool {
	if r.last.failure == nil || r.last.outcome() != outcomeNotProcessed || c.reached.Load() {
		return false
	}
	if r.attempts >= triesUnreached {
		c.unreachable.Store(true)
	}
	return c.unreachable.Load()
}

const maxRedirects = 5

// follow sets the URL of the next attempt to the target of a redirect. It returns an error in three cases: the request is a write, which
// must not go to a different path; the target is on a different host, which must not receive the credentials; or only the trailing slash
// differs. In the third case, the client tries a different path style instead.
func (c *Client) follow(r *request) error {
	reply := r.last.reply
	target, err := r.url.Parse(reply.header.Get("Location"))
	switch {
	case err != nil:
		return c.newError(reply, "the response redirects to an address that cannot be read; check "+setting("base_url"))
	case r.method != http.MethodGet || !sameHost(r.url, target) || differsInSlash(r.url, target):
		e := c.newError(reply, fmt.Sprintf("the response redirects to %s://%s, and the request is not sent there; check %s",
			target.Scheme, reply.redact.Line(target.Host, redact.MaxSnippet), setting("base_url")))
		e.redirect = target
		return e
	case r.hops == maxRedirects:
		return c.newError(reply, fmt.Sprintf("the response redirects again after %d redirects", r.hops))
	}
	r.url, r.attempts, r.hops = target, 0, r.hops+1
	return nil
}

// redirectsToPathStyle reports whether err is a redirect to a different style of the same path, such as from /alerts to /alerts/. The
// client doesn't follow such redirects, because it tries all styles anyway.
func (c *Client) redirectsToPathStyle(err error, r *request) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.redirect == nil {
		return false
	}
	return slices.ContainsFunc(r.styles, func(style pathStyle) bool {
		target := c.locate(r.address.path(style), nil)
		return sameHost(target, e.redirect) && target.EscapedPath() == e.redirect.EscapedPath()
	})
}

// waitForObject waits and restarts the request if this client has just created the object, because a new object may not be readable
// immediately. Otherwise, it returns the request's error.
func (c *Client) waitForObject(r *request) error {
	if e, ok := errors.AsType[*Error](r.unknown); ok {
		e.isOfCollection = r.address.id == ""
	}
	isDeleted := r.address.op == opDelete && wasRepeated(r.unknown)
	if !HasStatus(r.unknown, http.StatusNotFound) || isDeleted || c.patience(objectKey{r.address.col, r.address.id}) < r.nextObjectWait {
		return r.unknown
	}
	r.wait, r.nextObjectWait = r.nextObjectWait, min(2*r.nextObjectWait, lastLook)
	c.begin(r)
	return nil
}

// learnFromReply records what a 2xx reply reveals: the engine's path style, and whether new objects are readable only after a delay.
func (c *Client) learnFromReply(r *request) {
	c.pathStyles.remember(r.address, r.styles[r.tried-1])
	if r.method != http.MethodPatch { // A successful PATCH does not prove that reads return the object.
		c.writes.Delete(objectKey{r.address.col, r.address.id})
	}
	if r.nextObjectWait > firstLook {
		c.late.Store(true)
	}
}

// waitToSend waits until an attempt may be sent: first for r.wait, then until the end of the client's pause, and then for the rate limit. A
// pause begins when the engine returns 429. waitToSend waits for at most r.budget during pauses. If the engine requested a longer pause,
// waitToSend returns an error immediately.
func (c *Client) waitToSend(ctx context.Context, r *request) error {
	for wait := r.wait; ; {
		if err := Sleep(ctx, wait); err != nil {
			return c.interruptError(r, err)
		}
		left, asked := c.pause.left()
		if asked > r.budget {
			return &Error{
				Status: http.StatusTooManyRequests, Method: r.method, Path: c.path(r.url), hasEngineShape: true,
				Message: fmt.Sprintf("not sent: the engine rejected an earlier request and asked to wait %s from now on, "+
					"more than retry_max_wait leaves", asked.Round(time.Second)),
			}
		}
		if wait = min(left, r.budget); wait <= 0 {
			break
		}
		r.budget -= wait
	}
	r.wait = 0
	if err := ctx.Err(); err != nil {
		return c.interruptError(r, err)
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return c.interruptError(r, fmt.Errorf("wait for max_requests_per_second: %w", err))
	}
	return nil
}

// interruptError returns the error if the wait for the next attempt ended with err. It adds the result of the last attempt.
func (c *Client) interruptError(r *request, err error) error {
	switch {
	case r.last.failure != nil:
		return fmt.Errorf("%w while waiting to try again after: %w", err, r.last.failure)
	case r.last.reply != nil:
		return fmt.Errorf("%w while waiting to try again after: %w", err, c.checkStatus(r.last.reply))
	}
	return fmt.Errorf("%s %s was not sent: %w", r.method, c.path(r.url), err)
}

// send sends a request once and reads the whole reply.
func (c *Client) send(ctx context.Context, r *request) attempt {
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
		reply.attempts = r.attempts
		c.lost.NoteDate(reply.header, start, time.Now())
		c.log(ctx, "the engine responded", map[string]any{
			"method": r.method, "path": c.path(r.url), "status": reply.status,
			"bytes": len(reply.body), "ms": took, "request_id": loggedRequestID{reply},
		})
		return attempt{reply: reply}
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no complete response within %s (request_timeout): %w", c.cfg.RequestTimeout, err)
	}
	failure := &transportError{
		method: r.method, path: c.path(r.url), server: serverOf(c.redact, r.url), proxy: c.proxy.describe(c.redact, r.url),
		cause: err, attempts: r.attempts,
		message: c.redact.With(ctx).Line(err.Error(), redact.MaxMessage),
		sent:    written.Load() && !isDialError(err),
	}
	c.log(ctx, "no response from the engine", map[string]any{
		"method": r.method, "path": failure.path, "error": failure.message, "ms": took,
	})
	return attempt{failure: failure}
}

// limit returns the context for one attempt. The context ends after request_timeout, or when ctx ends. However, if r.finishes is set and
// the request has been sent when ctx is canceled, the context lasts up to finishTime longer, to wait for the reply.
func (c *Client) limit(ctx context.Context, r *request, written *atomic.Bool) (context.Context, context.CancelFunc) {
	if !r.finishes {
		return context.WithTimeout(ctx, c.cfg.RequestTimeout)
	}
	lasting, finished := WithGracePeriod(ctx)
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

func (c *Client) roundTrip(ctx context.Context, r *request) (*reply, error) {
	out, err := http.NewRequestWithContext(ctx, r.method, r.url.String(), bytes.NewReader(r.encoded))
	if err != nil {
		return nil, err
	}
	// Every request goes to the host in base_url, so no other host receives the credentials (interface document, section 5).
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
		return got, nil // Don't read the body: after "101 Switching Protocols", for example, it may never end.
	}
	got.body, err = io.ReadAll(io.LimitReader(in.Body, maxReplyBytes+1))
	if err == nil && len(got.body) > maxReplyBytes {
		err = errReplyTooLarge
	}
	// For an error, the status is enough, even if the body is truncated. A 2xx reply must be complete.
	if err != nil && in.StatusCode < http.StatusMultipleChoices {
		return nil, fmt.Errorf("read the reply: %w", err)
	}
	got.isCut = err != nil
	return got, nil
}
