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

// outcome says whether the engine processed a request, as far as the client can know. It decides whether retry sends the request again:
//
//	                                                                idempotent   sent once
//	not processed  429, 503 with Retry-After, no connection         repeated     repeated
//	unknown        502, 503, 504, connection lost, reply cut, late  repeated     not repeated
//	final          any other answer, or trying again is pointless   not          not
//
// After 503 with Retry-After, the engine has not processed the request. Any other 503 may come from a proxy that passed the request on,
// or from an engine that failed after its work.
//
// GET, PATCH and DELETE are idempotent, and so are start and stop. Creates, and updates that add items to a function, are sent once.
type outcome int

const (
	outcomeFinal outcome = iota
	outcomeNotProcessed
	outcomeUnknown
)

func (r *reply) outcome() outcome {
	switch r.status {
	case http.StatusTooManyRequests:
		return outcomeNotProcessed
	case http.StatusServiceUnavailable:
		if r.header.Get("Retry-After") != "" {
			return outcomeNotProcessed
		}
		return outcomeUnknown
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return outcomeUnknown
	}
	if r.isCut { // Only the whole body would show whether the engine or a gateway refused the request.
		return outcomeUnknown
	}
	return outcomeFinal
}

func (a attempt) outcome() outcome {
	if a.failure != nil {
		return a.failure.outcome()
	}
	return a.reply.outcome()
}

func (a attempt) isRepeatable(once bool) bool {
	return a.outcome() == outcomeNotProcessed || a.outcome() == outcomeUnknown && !once
}

// retry sends a request. After failures such as 429, 503 or a lost connection it sends the request again, as long as that is safe and the
// limits allow it. It returns the last reply, whatever its status, or an error if the last attempt got no reply.
//
// go-retryablehttp can't replace this loop. It can't make several requests share a pause, can't limit the sum of the waits, and doesn't
// know whether a lost request was sent.
func (c *Client) retry(ctx context.Context, r request) (*reply, error) {
	budget := c.cfg.RetryMaxWait
	var last attempt
	for number := 1; ; number++ {
		if err := c.admit(ctx, r, &budget); err != nil {
			return nil, c.interrupted(r, last, err)
		}
		last = c.send(ctx, r, number)
		if last.reply != nil {
			c.reached.Store(true)
		}
		if last.outcome() == outcomeUnknown {
			c.lost.LostReply.Store(true)
		}
		if !last.isRepeatable(r.once) || number > c.cfg.MaxRetries || c.isUnreachable(last, number) || ctx.Err() != nil {
			break
		}
		delay, asked := last.delay(number)
		isThrottled := last.reply != nil && last.reply.status == http.StatusTooManyRequests
		if isThrottled {
			c.pause.extend(asked, true)
		}
		if asked > budget && last.reply != nil {
			last.reply.note = fmt.Sprintf("it asked to wait %s, more than retry_max_wait leaves", asked)
		}
		if asked > budget || budget <= 0 {
			break
		}
		delay = min(delay, budget)
		if isThrottled && asked == 0 {
			c.pause.extend(delay, false)
		}
		c.log(ctx, "waiting before the next attempt", map[string]any{
			"method": r.method, "path": c.path(r.url), "attempts": number, "wait": delay.String(),
		})
		budget -= delay
		if err := Sleep(ctx, delay); err != nil {
			return nil, c.interrupted(r, last, err)
		}
	}
	if last.failure != nil {
		return nil, last.failure
	}
	return last.reply, nil
}

// triesUnreached is how often the first request is tried if no connection succeeds. All waits between these attempts together take less
// than a second.
const triesUnreached = 3

// isUnreachable reports whether to give up after an attempt that sent nothing. If the engine has never answered, base_url or the proxy is
// probably wrong: the first request is tried triesUnreached times, and each later request once.
func (c *Client) isUnreachable(last attempt, attempts int) bool {
	if last.failure == nil || last.outcome() != outcomeNotProcessed || c.reached.Load() {
		return false
	}
	if attempts >= triesUnreached {
		c.unreachable.Store(true)
	}
	return c.unreachable.Load()
}

// admit waits until the pause that all requests share is over, and until max_requests_per_second allows the request. budget is how long the
// request may still wait for pauses. If the engine asked for a longer pause, admit returns an error; any other pause ends when budget is
// used up.
func (c *Client) admit(ctx context.Context, r request, budget *time.Duration) error {
	for {
		left, asked := c.pause.left()
		if asked > *budget {
			return &Error{
				Status: http.StatusTooManyRequests, Method: r.method, Path: c.path(r.url), hasEngineShape: true,
				Message: fmt.Sprintf("not sent: the engine refused an earlier request and asked to wait %s from now on, "+
					"more than retry_max_wait leaves", asked.Round(time.Second)),
			}
		}
		wait := min(left, *budget)
		if wait <= 0 {
			break
		}
		if err := Sleep(ctx, wait); err != nil {
			return err
		}
		*budget -= wait
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return fmt.Errorf("wait for max_requests_per_second: %w", err)
	}
	return nil
}

// delay returns the wait before the next attempt (total), and the part of it that the engine asked for with Retry-After (asked). The rest
// is random, so that requests that were refused together are not sent together again.
func (a attempt) delay(attempts int) (total, asked time.Duration) {
	if a.reply != nil {
		asked = retryAfter(a.reply.header, time.Now())
	}
	return asked + backoff(attempts), asked
}

func (c *Client) interrupted(r request, last attempt, err error) error {
	var held *Error
	if errors.As(err, &held) {
		return err
	}
	switch {
	case last.failure != nil:
		return fmt.Errorf("%w while waiting to try again after: %w", err, last.failure)
	case last.reply != nil:
		return fmt.Errorf("%w while waiting to try again after: %w", err, c.checkStatus(last.reply))
	}
	return fmt.Errorf("%s %s was not sent: %w", r.method, c.path(r.url), err)
}
