// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"
)

// fate is what became of a request, as far as the client can tell. It decides whether the request is repeated:
//
//	                                                          idempotent   sent once
//	untouched   429, 503, no connection                       repeated     repeated
//	doubtful    502, 504, connection lost, reply cut, late    repeated     not repeated
//	settled     any other answer, or no better one to expect  not          not
//
// GET, PATCH and DELETE are idempotent, as are starting and stopping. Creating is not.
type fate int

const (
	settled fate = iota
	untouched
	doubtful
)

func fateOfStatus(status int) fate {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return untouched
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return doubtful
	}
	return settled
}

// outcome is how one attempt ended; one of the two is nil.
type outcome struct {
	reply   *reply
	failure *transportError
}

func (o outcome) fate() fate {
	if o.failure != nil {
		return o.failure.fate()
	}
	return fateOfStatus(o.reply.status)
}

// exchange sends a request and repeats it while that is safe, useful and within the limits. It returns the last answer
// whatever its status; the error is for a request without an answer.
//
// This loop is the client's own: what go-retryablehttp offers decides from one response alone, and could neither share a
// pause between requests nor bound the sum of the waits nor see whether a lost request was sent.
func (c *Client) exchange(ctx context.Context, r request) (*reply, error) {
	budget := c.cfg.RetryMaxWait
	var last outcome
	for attempts := 1; ; attempts++ {
		if err := c.admit(ctx, &budget); err != nil {
			return nil, c.interrupted(r, last, err)
		}
		last = c.counted(ctx, r, attempts)
		fate := last.fate()
		repeatable := fate == untouched || fate == doubtful && !r.once
		if !repeatable || attempts > c.cfg.MaxRetries || ctx.Err() != nil {
			return last.result()
		}
		delay, asked := last.delay(attempts)
		if asked > budget {
			last.annotate(fmt.Sprintf("it asked to wait %s, more than retry_max_wait leaves", asked))
			return last.result()
		}
		if budget <= 0 {
			return last.result()
		}
		delay = min(delay, budget)
		if last.isThrottled() {
			c.pause.extend(cmp.Or(asked, delay))
		}
		c.log(ctx, "waiting before the next attempt", map[string]any{
			"method": r.method, "path": c.path(r.url), "attempts": attempts, "wait": delay.String(),
		})
		budget -= delay
		if err := sleep(ctx, delay); err != nil {
			return nil, c.interrupted(r, last, err)
		}
	}
}

// admit holds a request back while all requests pause, and to the rate that was configured. The pause is taken from the
// budget; a request that has used it up is sent all the same.
func (c *Client) admit(ctx context.Context, budget *time.Duration) error {
	waited, err := c.pause.wait(ctx, *budget)
	*budget -= waited
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return fmt.Errorf("wait for max_requests_per_second: %w", err)
	}
	return nil
}

// counted makes an attempt and notes which one it is.
func (c *Client) counted(ctx context.Context, r request, attempts int) outcome {
	reply, failure := c.attempt(ctx, r)
	if failure != nil {
		failure.attempts = attempts
	} else {
		reply.attempts = attempts
	}
	return outcome{reply: reply, failure: failure}
}

func (o outcome) isThrottled() bool {
	return o.reply != nil && o.reply.status == http.StatusTooManyRequests
}

// delay is the wait before the next attempt, and the part of it that the engine asked for. The rest is random, so that
// requests which were refused together do not come back together.
func (o outcome) delay(attempts int) (total, asked time.Duration) {
	if o.reply != nil {
		asked = retryAfter(o.reply.header, time.Now())
	}
	return asked + backoff(attempts), asked
}

// annotate adds to what the error will say.
func (o outcome) annotate(note string) {
	if o.reply != nil {
		o.reply.note = note
	}
}

func (o outcome) result() (*reply, error) {
	if o.failure != nil {
		return nil, o.failure
	}
	return o.reply, nil
}

// interrupted is the error for a request that its caller gave up while it waited. It was surely not processed since the
// last attempt, whose answer is told.
func (c *Client) interrupted(r request, last outcome, err error) error {
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
