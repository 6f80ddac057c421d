// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"
)

var errCutReply = errors.New("the connection ended within the response")

// Exchange is a request for callers that want to see how the engine responds. The client sends it once, with exactly this path, and returns
// the response unchanged.
type Exchange struct {
	Method string
	// Path begins with /v3/engine/.
	Path  string
	Query url.Values
	Body  Document // nil sends no body
	// Scheme replaces Config.AuthScheme in this request, unless it is "".
	Scheme string
}

// Answer is the engine's response to an Exchange, with any status.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	// SentAt and CameAt are the local times before the request was sent and after the whole response was read.
	SentAt, CameAt time.Time
}

// RetryAfter returns the wait that the engine asks for in the header Retry-After, or 0.
func (a Answer) RetryAfter() time.Duration { return retryAfter(a.Header, a.CameAt) }

// Exchange sends a request once. It returns an error if no whole response came. Then the engine may have processed the request, unless it
// is a GET. If ctx ends while a write is under way, Exchange still waits for the response, for up to ten seconds.
func (c *Client) Exchange(ctx context.Context, e Exchange) (Answer, error) {
	body, err := encode(e.Body)
	if err != nil {
		return Answer{}, err
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return Answer{}, err
	}
	sender := *c
	if e.Scheme != "" {
		sender.authorization = e.Scheme + " " + c.cfg.AccessID + " " + c.cfg.SecretKey
	}
	target := c.base.JoinPath(e.Path)
	target.RawQuery = e.Query.Encode()
	response := Answer{SentAt: time.Now()}
	sent := sender.send(ctx, &request{
		call: call{method: e.Method, finishes: e.Method != http.MethodGet}, url: target, encoded: body, attempts: 1,
	})
	response.CameAt = time.Now()
	if sent.failure != nil {
		return response, sent.failure
	}
	if sent.reply.isCut {
		return response, errCutReply
	}
	response.Status, response.Header, response.Body = sent.reply.status, sent.reply.header, sent.reply.body
	return response, nil
}
