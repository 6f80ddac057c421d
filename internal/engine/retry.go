// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// outcome is what became of a request, as far as the client can tell. It decides whether the request is repeated:
//
//	                                                                idempotent   sent once
//	not processed  429, 503 with Retry-After, no connection         repeated     repeated
//	unknown        502, 503, 504, connection lost, reply cut, late  repeated     not repeated
//	final          any other answer, or no better one to expect     not          not
//
// A 503 is given before anything was done when it says when to come back (Retry-After). Any other may be of a proxy that has
// sent the request on, or of an engine that failed after its work, also in the engine's own error shape.
//
// GET, PATCH and DELETE are idempotent, as are starting and stopping. Creating is not.
type outcome int

const (
	outcomeFinal outcome = iota
	outcomeNotProcessed
	outcomeUnknown
)

func outcomeOfReply(reply *reply) outcome {
	switch reply.status {
	case http.StatusTooManyRequests:
		return outcomeNotProcessed
	case http.StatusServiceUnavailable:
		if reply.header.Get("Retry-After") != "" {
			return outcomeNotProcessed
		}
		return outcomeUnknown
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return outcomeUnknown
	}
	if reply.isCut { // It takes the whole body to know a refusal of the engine from one of a gateway.
		return outcomeUnknown
	}
	return outcomeFinal
}

// result is what one attempt gave; one of the two is nil.
type result struct {
	reply   *reply
	failure *transportError
}

func (r result) outcome() outcome {
	if r.failure != nil {
		return r.failure.outcome()
	}
	return outcomeOfReply(r.reply)
}

// isRepeatable says whether it is safe and useful to send the request again.
func (r result) isRepeatable(once bool) bool {
	return r.outcome() == outcomeNotProcessed || r.outcome() == outcomeUnknown && !once
}

// exchange sends a request and repeats it while that is safe, useful and within the limits. It returns the last answer
// whatever its status; the error is for a request without an answer.
//
// This loop is the client's own: what go-retryablehttp offers decides from one response alone, and could neither share a
// pause between requests nor bound the sum of the waits nor see whether a lost request was sent.
func (c *Client) exchange(ctx context.Context, r request) (*reply, error) {
	budget := c.cfg.RetryMaxWait
	var last result
	for attempts := 1; ; attempts++ {
		if err := c.admit(ctx, r, &budget); err != nil {
			return nil, c.interrupted(r, last, err)
		}
		last = c.counted(ctx, r, attempts)
		if last.reply != nil {
			c.reached.Store(true)
		}
		if last.outcome() == outcomeUnknown {
			c.lost.Doubt()
		}
		if !last.isRepeatable(r.once) || attempts > c.cfg.MaxRetries || c.isUnreachable(last, attempts) || ctx.Err() != nil {
			return last.values()
		}
		delay, asked := last.delay(attempts)
		if last.isThrottled() {
			c.pause.demand(asked)
		}
		if asked > budget {
			last.annotate(fmt.Sprintf("it asked to wait %s, more than retry_max_wait leaves", asked))
			return last.values()
		}
		if budget <= 0 {
			return last.values()
		}
		delay = min(delay, budget)
		if last.isThrottled() && asked == 0 {
			c.pause.extend(delay)
		}
		c.log(ctx, "waiting before the next attempt", map[string]any{
			"method": r.method, "path": c.path(r.url), "attempts": attempts, "wait": delay.String(),
		})
		budget -= delay
		if err := Sleep(ctx, delay); err != nil {
			return nil, c.interrupted(r, last, err)
		}
	}
}

// triesUnreached is how often a request is sent to an engine that has never been reached. The waits between them are less than a
// second together.
const triesUnreached = 3

// isUnreachable reports whether a request that could not be sent is not worth another try. As long as the engine has answered
// nothing, a refused connection is more likely a wrong address than an engine that restarts: the user is told soon, and not once
// more for each object.
func (c *Client) isUnreachable(last result, attempts int) bool {
	if last.failure == nil || !isDialError(last.failure.cause) || c.reached.Load() {
		return false
	}
	if attempts >= triesUnreached {
		c.unreachable.Store(true)
	}
	return c.unreachable.Load()
}

// admit holds a request back while all requests pause, and to the rate that was configured. The pause is taken from the
// budget. A request that has used it up is sent all the same, but not into a pause that the engine asked for.
func (c *Client) admit(ctx context.Context, r request, budget *time.Duration) error {
	if left := c.pause.demanded(); left > *budget {
		return c.heldBack(r, left)
	}
	waited, err := c.pause.wait(ctx, *budget)
	*budget -= waited
	if err != nil {
		return err
	}
	if left := c.pause.demanded(); left > *budget {
		return c.heldBack(r, left)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return fmt.Errorf("wait for max_requests_per_second: %w", err)
	}
	return nil
}

// heldBack is the error for a request that is not sent because the engine asked for a pause that is too long to wait for.
func (c *Client) heldBack(r request, left time.Duration) error {
	return &Error{
		Status: http.StatusTooManyRequests, Method: r.method, Path: c.path(r.url), own: true,
		Message: fmt.Sprintf("not sent: the engine refused a request before and asked to wait, for %s from now on, "+
			"more than retry_max_wait leaves", left.Round(time.Second)),
	}
}

// counted makes an attempt and notes which one it is.
func (c *Client) counted(ctx context.Context, r request, attempts int) result {
	reply, failure := c.attempt(ctx, r)
	if failure != nil {
		failure.attempts = attempts
	} else {
		reply.attempts = attempts
	}
	return result{reply: reply, failure: failure}
}

func (r result) isThrottled() bool {
	return r.reply != nil && r.reply.status == http.StatusTooManyRequests
}

// delay is the wait before the next attempt, and the part of it that the engine asked for. The rest is random, so that
// requests which were refused together do not come back together.
func (r result) delay(attempts int) (total, asked time.Duration) {
	if r.reply != nil {
		asked = retryAfter(r.reply.header, time.Now())
	}
	return asked + backoff(attempts), asked
}

// annotate adds to what the error will say.
func (r result) annotate(note string) {
	if r.reply != nil {
		r.reply.note = note
	}
}

func (r result) values() (*reply, error) {
	if r.failure != nil {
		return nil, r.failure
	}
	return r.reply, nil
}

// interrupted is the error for a request that its caller gave up while it waited. It was surely not processed since the
// last attempt, whose answer is told.
func (c *Client) interrupted(r request, last result, err error) error {
	var held *Error
	if errors.As(err, &held) {
		return err
	}
	reply, previous := last.reply, error(nil)
	switch {
	case last.failure != nil:
		previous = last.failure
	case reply != nil:
		previous = c.check(reply)
	default:
		return fmt.Errorf("%s %s was not sent: %w", r.method, c.path(r.url), err)
	}
	return fmt.Errorf("%w while waiting to try again after: %w", err, previous)
}
