// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A request that failed on its way is sent at most maxAttempts times. The first pause is firstPause, and each is twice as long as the
// one before. A longer pause that the engine asks for is kept, up to maxPause.
const (
	maxAttempts = 7
	firstPause  = 20 * time.Millisecond
	maxPause    = 5 * time.Second
)

// reply is the engine's last response to a request. If the run has failed, it has the status 0.
type reply struct {
	engine.Answer
	// value is the decoded body. It is nil if the body is no JSON.
	value any
	// failure is the response to an earlier attempt that failed on its way, or nil. Then the engine may have done the request twice.
	failure *engine.Answer
	// isInstead is true if this is the read before a write, which was not sent because the object is gone.
	isInstead bool
	// lost is not "" if it is not known whether the engine did the request: a create is never sent twice. It describes what failed.
	lost string
}

// spentError reports that a run has sent as many requests as it may.
type spentError struct{ limit int }

func (e *spentError) Error() string { return fmt.Sprintf("%d requests were not enough", e.limit) }

// unreachableError reports that the engine did not process a request in maxAttempts attempts.
type unreachableError struct{ cause string }

func (e *unreachableError) Error() string {
	return fmt.Sprintf("the engine gave no usable response in %d attempts: %s", maxAttempts, e.cause)
}

// isFinal reports whether further requests are pointless: the engine does not respond, ctx has ended, or the run has sent as many requests
// as it may.
func isFinal(ctx context.Context, err error) bool {
	var spent *spentError
	var unreachable *unreachableError
	return err != nil && (ctx.Err() != nil || errors.As(err, &spent) || errors.As(err, &unreachable))
}

// get reads a path. query has names and values in turn.
func (r *run) get(ctx context.Context, path string, query ...string) *reply {
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	return r.send(ctx, engine.Exchange{Method: http.MethodGet, Path: path, Query: values}, nil)
}

// send sends a request until the engine itself responds, and not with a temporary rejection such as 429. It sends a POST again only after
// 429. Before each attempt, it verifies that the object to be changed is the run's own. object is nil for other requests. If the object is
// gone, send sends nothing and returns that read. If the run has failed, send does nothing.
func (r *run) send(ctx context.Context, e engine.Exchange, o *object) *reply {
	e.Scheme = r.scheme
	var failure *engine.Answer
	pause, cause := firstPause, ""
	for range maxAttempts {
		gone := r.verify(ctx, o)
		switch {
		case r.err != nil:
			return &reply{}
		case gone != nil:
			return &reply{Answer: gone.Answer, isInstead: true, failure: failure}
		case r.sent >= r.limit:
			return r.fail(&spentError{r.limit})
		}
		r.sent++
		response, err := r.Client.Exchange(ctx, e)
		if ctx.Err() != nil && err != nil {
			return r.fail(context.Cause(ctx))
		}
		if err == nil && !isMomentary(response.Status) {
			value, _ := document.Decode(response.Body)
			return &reply{Answer: response, value: value, failure: failure}
		}
		if cause = fmt.Sprintf("%d %s", response.Status, http.StatusText(response.Status)); err != nil {
			cause = err.Error()
			if strings.HasPrefix(cause, e.Method+" ") { // All requests that fail in this way have the same cause.
				_, cause, _ = strings.Cut(cause, ": ")
			}
		}
		failure = &response
		if e.Method == http.MethodPost && response.Status != http.StatusTooManyRequests {
			return &reply{Answer: response, failure: failure, lost: cause}
		}
		r.sleep(ctx, max(pause, min(response.RetryAfter(), maxPause)))
		pause *= 2
	}
	return r.fail(&unreachableError{cause})
}

// sleep waits, unless the run has failed.
func (r *run) sleep(ctx context.Context, d time.Duration) {
	if r.err == nil {
		r.fail(engine.Sleep(ctx, d))
	}
}

// fail notes an error and returns a response without anything in it. It ignores nil, and errors after the first one.
func (r *run) fail(err error) *reply {
	if r.err == nil {
		r.err = err
	}
	return &reply{}
}

// errorOf takes a step, and returns its error instead of letting the run fail.
func (r *run) errorOf(step func()) (err error) {
	if r.err == nil {
		step()
		err, r.err = r.err, nil
	}
	return err
}

func isMomentary(status int) bool {
	return slices.Contains([]int{
		http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, status)
}

// done reports whether the engine did what was asked.
func (r *reply) done() bool { return r.Status >= 200 && r.Status < 300 }

// isRejection reports whether the engine finds fault with the body of a request.
func (r *reply) isRejection() bool {
	return r.Status == http.StatusBadRequest || r.Status == http.StatusUnprocessableEntity
}

// isPath reports whether the engine knows the path of the request: it returns neither 404 nor a redirect, and a success has JSON. A web
// server in front of the engine may return 200 and a page for unknown paths.
func (r *reply) isPath() bool {
	return r.Status != http.StatusNotFound && r.Status/100 != 3 && (!r.done() || r.value != nil)
}

// isList reports whether the response has objects: an array, or an object with results.
func (r *reply) isList() bool {
	_, isArray := r.value.([]any)
	_, isPage := r.object()["results"].([]any)
	return r.done() && (isArray || isPage)
}

// object returns the object in the response, or nil.
func (r *reply) object() map[string]any {
	object, _ := r.value.(map[string]any)
	return object
}

// rejected returns the names of the fields that a rejection complains about.
func (r *reply) rejected() []string {
	if !r.isRejection() {
		return nil
	}
	return slices.Sorted(maps.Keys(r.object()))
}
