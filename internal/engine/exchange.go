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

// Exchange is a request for callers that need the raw response, whatever its status. The client sends it only once, to exactly this Path.
type Exchange struct {
	Method string
	// Path is the URL path. The caller must ensure that it begins with /v3/engine/.
	Path  string
	Query url.Values
	Body  Document // nil sends no body
	// Scheme overrides Config.AuthScheme for this request, unless it is "".
	Scheme string
}

// Response is the engine's response to an Exchange, whatever its status.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// SentAt is the local time just before the request was sent. CameAt is the local time after the whole response was read.
	SentAt, CameAt time.Time
}

// RetryAfter returns the wait that the Retry-After header requests, or 0.
func (a Response) RetryAfter() time.Duration { return retryAfter(a.Header, a.CameAt) }

// Exchange sends a request once. If it fails because no complete response arrived, the engine may still have processed the request. If ctx
// is canceled during a write, Exchange waits up to ten more seconds for the response.
func (c *Client) Exchange(ctx context.Context, e Exchange) (Response, error) {
	body, err := encode(e.Body)
	if err != nil {
		return Response{}, err
	}
	if err := c.limiter.Wait(ctx); err != nil {
		return Response{}, err
	}
	sender := *c
	if e.Scheme != "" {
		sender.authorization = e.Scheme + " " + c.cfg.AccessID + " " + c.cfg.SecretKey
	}
	target := c.base.JoinPath(e.Path)
	target.RawQuery = e.Query.Encode()
	response := Response{SentAt: time.Now()}
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
