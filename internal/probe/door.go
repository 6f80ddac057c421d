// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A request that failed on its way is sent at most mostAttempts times. The first pause is firstPause, and each is twice as long as the
// one before. A longer pause that the engine asks for is kept, up to longestPause.
const (
	mostAttempts = 7
	firstPause   = 20 * time.Millisecond
	longestPause = 5 * time.Second
)

// door sends all requests of a run, one after the other, and counts them.
type door struct {
	client *engine.Client
	// scheme is the word before the credentials that the engine accepts. "" means the client's own.
	scheme string
	// limit is the maximum number of requests.
	limit, sent int
	// dated is the number of answers with 429 whose Retry-After is a date. asked counts all answers.
	dated, asked int
	// writes counts the attempts of all writes. Gateways answered gatewayFailures of them with 503, the engine engineFailures.
	writes, gatewayFailures, engineFailures int
}

// reply is the engine's last answer to a request.
type reply struct {
	engine.Answer
	// value is the decoded body. It is nil if the body is no JSON.
	value any
	// failure is the answer of an earlier attempt that failed on its way, or nil. Then the engine may have done the request twice.
	failure *engine.Answer
	// failures is the number of attempts that failed on their way.
	failures int
	// isInstead is true if this is the read before a write, which was not sent because the object is gone.
	isInstead bool
	// lost is true if it is not known whether the engine did the request: a create is never sent twice.
	lost bool
}

// spentError reports that a run has sent as many requests as it may.
type spentError struct{ limit int }

func (e *spentError) Error() string { return fmt.Sprintf("%d requests were not enough", e.limit) }

// unreachableError reports that the engine did not process a request in mostAttempts attempts.
type unreachableError struct{ cause string }

func (e *unreachableError) Error() string {
	return fmt.Sprintf("the engine gave no usable response in %d attempts: %s", mostAttempts, e.cause)
}

func (d *door) get(ctx context.Context, path string, query ...string) (*reply, error) {
	return d.ask(ctx, get(path, query...))
}

// get returns a request that reads a path. query has names and values in turn.
func get(path string, query ...string) engine.Exchange {
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	return engine.Exchange{Method: http.MethodGet, Path: path, Query: values}
}

// ask sends a request until the engine itself responds, and not with a temporary rejection such as 429. It sends a POST again only after
// 429. The error is a *spentError, an *unreachableError, or that of ctx.
func (d *door) ask(ctx context.Context, e engine.Exchange) (*reply, error) {
	return d.askAfter(ctx, e, nil)
}

// askAfter calls check before each attempt. If check returns a response or an error, askAfter returns it instead of sending the request.
func (d *door) askAfter(ctx context.Context, e engine.Exchange, check func(ctx context.Context) (*reply, error)) (*reply, error) {
	e.Scheme = d.scheme
	var failure *engine.Answer
	pause, cause := firstPause, ""
	for attempt := range mostAttempts {
		if check != nil {
			if instead, err := check(ctx); err != nil || instead != nil {
				return instead.after(failure, attempt), err
			}
		}
		if d.sent >= d.limit {
			return nil, &spentError{d.limit}
		}
		d.sent++
		answer, err := d.client.Exchange(ctx, e)
		if ctx.Err() != nil && err != nil {
			return nil, context.Cause(ctx)
		}
		d.noteWrite(e.Method, answer)
		if err == nil && !isMomentary(answer.Status) {
			d.asked++
			return newReply(answer).after(failure, attempt), nil
		}
		if err != nil {
			if cause = err.Error(); strings.HasPrefix(cause, e.Method+" ") { // All requests that fail in this way have the same cause.
				_, cause, _ = strings.Cut(cause, ": ")
			}
		} else {
			cause = fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
			d.noteWait(answer)
		}
		failure = &answer
		if e.Method == http.MethodPost && answer.Status != http.StatusTooManyRequests {
			return &reply{Answer: answer, failure: failure, failures: attempt + 1, lost: true}, nil
		}
		if err := engine.Sleep(ctx, max(pause, min(answer.RetryAfter(), longestPause))); err != nil {
			return nil, err
		}
		pause *= 2
	}
	return nil, &unreachableError{cause}
}

// after notes the attempts that failed before a response. The response may be nil.
func (r *reply) after(failure *engine.Answer, failures int) *reply {
	if r != nil {
		r.failure, r.failures = failure, failures
	}
	return r
}

func isMomentary(status int) bool {
	return slices.Contains([]int{
		http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, status)
}

func (d *door) noteWait(answer engine.Answer) {
	d.asked++
	_, err := http.ParseTime(answer.Header.Get("Retry-After"))
	if answer.Status == http.StatusTooManyRequests && err == nil {
		d.dated++
	}
}

func (d *door) noteWrite(method string, answer engine.Answer) {
	if method == http.MethodGet {
		return
	}
	d.writes++
	switch {
	case answer.Status != http.StatusServiceUnavailable:
	case isFromGateway(&answer):
		d.gatewayFailures++
	default:
		d.engineFailures++
	}
}

func newReply(answer engine.Answer) *reply {
	r := &reply{Answer: answer}
	if err := document.DecodeInto(answer.Body, &r.value); err != nil {
		r.value = nil
	}
	return r
}

// done reports whether the engine did what was asked.
func (r *reply) done() bool { return r.Status >= 200 && r.Status < 300 }

// isPath reports whether the engine knows the path of the request: it answers neither 404 nor a redirect, and a success has JSON. A web
// server in front of the engine may answer unknown paths with a page and 200.
func (r *reply) isPath() bool {
	return r.Status != http.StatusNotFound && r.Status/100 != 3 && (!r.done() || r.value != nil)
}

// object returns the object in the answer, or nil.
func (r *reply) object() map[string]any {
	object, _ := r.value.(map[string]any)
	return object
}

// rejected returns the names of the fields that a 400 or 422 complains about.
func (r *reply) rejected() []string {
	var names []string
	if r.Status == http.StatusBadRequest || r.Status == http.StatusUnprocessableEntity {
		for name := range r.object() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// isFromGateway reports whether an answer has another form than the JSON that the engine itself sends.
func isFromGateway(answer *engine.Answer) bool {
	kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	return err != nil || kind != "application/json"
}

// integer returns the number in a JSON value such as 20, and whether there is one.
func integer(value any) (int, bool) {
	number, isNumber := value.(json.Number)
	n, err := number.Int64()
	return int(n), isNumber && err == nil
}
