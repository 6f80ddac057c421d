// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A request is attempted up to maxAttempts times. The pauses between attempts start at firstPause and double each time. If the engine
// requests a longer pause, the run honors it, up to maxPause.
const (
	maxAttempts = 7
	firstPause  = 20 * time.Millisecond
	maxPause    = 5 * time.Second
)

// reply is the engine's response to a request. Its status is 0 if nothing was sent, because the run had already failed.
type reply struct {
	engine.Response
	// value is the decoded body, or nil if the body is not JSON.
	value any
	// failure is the response to the last failed attempt, or nil if no attempt failed. If it is not nil, the engine may have processed the
	// request more than once.
	failure *engine.Response
	// isSkipped is true if a write was not sent because the object was already gone. In that case, Response is the response to the read
	// before the write.
	isSkipped bool
	// If a POST request got no usable response, lost describes why. The engine may or may not have processed such a request.
	lost string
}

var (
	// errLimit reports that a run has reached its maximum number of requests.
	errLimit = errors.New("requests were not enough")
	// errUnreachable reports that all attempts to send a request failed.
	errUnreachable = fmt.Errorf("the engine gave no usable response in %d attempts", maxAttempts)
)

// isFinal reports whether err makes further requests pointless because the engine does not respond, ctx is canceled, or the run has reached
// its request limit.
func isFinal(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || errors.Is(err, errLimit) || errors.Is(err, errUnreachable))
}

func (r *run) get(ctx context.Context, path string) *reply {
	return r.send(ctx, engine.Exchange{Method: http.MethodGet, Path: path}, nil)
}

// send sends a request and returns the response. It retries after a temporary failure such as 429 or a lost connection. It retries a POST
// only after 429, because a repeated create request could create a second object.
//
// o is the object that the request changes, or nil. Before each attempt, send calls verify for this object. If the object is gone, send
// returns verify's response instead of sending the request. If the run has failed, send does nothing.
func (r *run) send(ctx context.Context, e engine.Exchange, o *object) *reply {
	e.Scheme = r.scheme
	var failure *engine.Response
	pause, cause := firstPause, ""
	for range maxAttempts {
		gone := r.verify(ctx, o)
		switch {
		case r.err != nil:
			return &reply{}
		case gone != nil:
			return &reply{Response: gone.Response, isSkipped: true, failure: failure}
		case r.sent >= r.limit:
			return r.fail(fmt.Errorf("%d %w", r.limit, errLimit))
		}
		r.sent++
		response, err := r.Client.Exchange(ctx, e)
		if ctx.Err() != nil && err != nil {
			return r.fail(context.Cause(ctx))
		}
		if err == nil && !isTemporary(response.Status) {
			value, _ := document.Decode(response.Body)
			return &reply{Response: response, value: value, failure: failure}
		}
		if cause = fmt.Sprintf("%d %s", response.Status, http.StatusText(response.Status)); err != nil {
			cause = err.Error()
			if strings.HasPrefix(cause, e.Method+" ") { // Remove method and path so that the report can group equal causes.
				_, cause, _ = strings.Cut(cause, ": ")
			}
		}
		failure = &response
		if e.Method == http.MethodPost && response.Status != http.StatusTooManyRequests {
			return &reply{Response: response, failure: failure, lost: cause}
		}
		r.sleep(ctx, max(pause, min(response.RetryAfter(), maxPause)))
		pause *= 2
	}
	return r.fail(fmt.Errorf("%w: %s", errUnreachable, cause))
}

// sleep waits for d. If the run has failed, it returns immediately.
func (r *run) sleep(ctx context.Context, d time.Duration) {
	if r.err == nil {
		r.fail(engine.Sleep(ctx, d))
	}
}

// fail stores an error in r.err and returns an empty reply. It ignores nil, and every error after the first one.
func (r *run) fail(err error) *reply {
	if r.err == nil {
		r.err = err
	}
	return &reply{}
}

// errorOf runs a step and returns the error that the step stored in r.err. It also clears r.err so that the run continues.
func (r *run) errorOf(step func()) (err error) {
	if r.err == nil {
		step()
		err, r.err = r.err, nil
	}
	return err
}

// isTemporary reports whether a request that got this HTTP status may succeed if it is retried.
func isTemporary(status int) bool {
	return slices.Contains([]int{
		http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, status)
}

func (r *reply) isSuccess() bool { return r.Status >= 200 && r.Status < 300 }

// isRejection reports whether the engine rejected the request body as invalid.
func (r *reply) isRejection() bool {
	return r.Status == http.StatusBadRequest || r.Status == http.StatusUnprocessableEntity
}

// isPath reports whether the engine knows the path of the request. A 404 or a redirect means that it doesn't. So does a 2xx response
// without JSON, because a web server in front of the engine may return an HTML page with 200 for unknown paths.
func (r *reply) isPath() bool {
	return r.Status != http.StatusNotFound && r.Status/100 != 3 && (!r.isSuccess() || r.value != nil)
}

// list returns the elements of a list response. Such a response is a JSON array, or a JSON object with an array named results. For any
// other response, isList is false.
func (r *reply) list() (elements []any, isList bool) {
	elements, isList = r.value.([]any)
	if !isList {
		elements, isList = r.object()["results"].([]any)
	}
	return elements, isList && r.isSuccess()
}

// object returns the JSON object in the response, or nil if there is none.
func (r *reply) object() map[string]any {
	object, _ := r.value.(map[string]any)
	return object
}

// rejectedFields returns the names of the fields that the engine rejected, or nil if the response is not a rejection.
func (r *reply) rejectedFields() []string {
	if !r.isRejection() {
		return nil
	}
	return slices.Sorted(maps.Keys(r.object()))
}
