// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// requests returns the habits (deviations from INTERFACE.md) that concern requests: the requests that the server rejects, the authorization
// scheme, the maximum body size, the page size, and the page parameter.
func requests() map[string]hooks {
	return map[string]hooks{
		"plural-paths":   {onPath: rejectTypes(func(word string) bool { return !strings.HasSuffix(word, "s") })},
		"singular-paths": {onPath: rejectTypes(func(word string) bool { return strings.HasSuffix(word, "s") })},
		"known-types": {onPath: rejectTypes(func(word string) bool {
			return !slices.Contains([]string{"algorithm", "algorithms", "connector", "connectors"}, word)
		})},
		"slash-only":           {onPath: rejectSlashes(false, jsondoc.NotFound())},
		"no-slash":             {onPath: rejectSlashes(true, jsondoc.NotFound())},
		"slash-redirects":      {onPath: rejectSlashes(false, jsondoc.Reject(http.StatusMovedPermanently, "The path ends in a slash."))},
		"no-deployment":        {onPath: rejectActions},
		"no-lists":             {onCall: rejectList},
		"start-refused":        {onCall: rejectStart},
		"other-scheme":         {start: func(s *Set, p parameter, _ *hooks) { s.Scheme = p.text }},
		"other-page-parameter": {start: func(s *Set, p parameter, _ *hooks) { s.PageParameter = p.text }},
		"small-bodies":         {reads: readNumber, start: func(s *Set, p parameter, _ *hooks) { s.MaxBody = min(s.MaxBody, p.number) }},
		"small-pages": {reads: readNumber, start: func(s *Set, p parameter, _ *hooks) {
			s.PageSize, s.MaxPageSize = p.number, p.number
		}},
		"dated-429": {reads: readShare, start: func(s *Set, p parameter, h *hooks) {
			h.onCall = func(*Call) error { return s.askToWait(p.share) }
		}},
	}
}

// rejectTypes returns a hook that responds with 404 if the rejected function returns true for the component type in a path, such as pumps
// in /component/pumps/.
func rejectTypes(rejected func(word string) bool) func(r *http.Request) error {
	return func(r *http.Request) error {
		rest, ok := strings.CutPrefix(r.URL.Path, table.Root+"component/")
		word, _, _ := strings.Cut(rest, "/")
		if _, isType := table.TypeOf(word); ok && isType && rejected(word) {
			return jsondoc.NotFound()
		}
		return nil
	}
}

// rejectSlashes returns a hook that rejects paths with a trailing slash if trailing is true, and paths without one if trailing is false.
// The response is either a 404 or, for paths without a slash, a redirect to the same path with a slash.
func rejectSlashes(trailing bool, response *jsondoc.Rejection) func(r *http.Request) error {
	return func(r *http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/") != trailing {
			return nil
		}
		rejection := *response
		if rejection.Status == http.StatusMovedPermanently {
			to := url.URL{Path: r.URL.Path + "/", RawQuery: r.URL.RawQuery}
			rejection.Header = http.Header{"Location": {to.String()}}
		}
		return &rejection
	}
}

// rejectActions responds with 404 to paths that start or stop a component, regardless of the method.
func rejectActions(r *http.Request) error {
	path, isComponent := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), table.Root+"component/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if isComponent && strings.Count(path, "/") == 2 && (last == "start" || last == "stop") {
		return jsondoc.NotFound()
	}
	return nil
}

func rejectList(c *Call) error {
	if c.Operation != table.List || !c.Table.Writable() {
		return nil
	}
	r := jsondoc.Reject(http.StatusMethodNotAllowed, "There is no list.")
	r.Header = http.Header{"Allow": {"POST"}}
	return r
}

func rejectStart(c *Call) error {
	if c.Operation == table.Start {
		return jsondoc.RejectBody("The component cannot be started.")
	}
	return nil
}

func (s *Set) askToWait(share float64) error {
	if !s.chance(share) {
		return nil
	}
	r := jsondoc.Reject(http.StatusTooManyRequests, "Too many requests.")
	r.Header = http.Header{"Retry-After": {time.Now().Add(time.Second).UTC().Format(http.TimeFormat)}}
	return r
}
