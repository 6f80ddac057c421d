// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"iter"
	"net/http"
	"net/url"
	"slices"
	"sync"
)

// LoggedRequests and LoggedBytes limit the size of the request log. The log drops its oldest requests to stay within both limits.
const (
	LoggedRequests = 10_000
	LoggedBytes    = 64 << 20
)

// Request describes a request in the request log.
type Request struct {
	Method string      `json:"method"`
	Path   string      `json:"path"`
	Query  url.Values  `json:"query"`
	Header http.Header `json:"header"` // Without the Authorization header.
	Body   []byte      `json:"-"`
	Status int         `json:"status"` // The status of the response, or 0 if the connection was dropped.
}

// Requests returns the logged requests in the order in which the server responded to them. The log keeps only the latest requests (see
// LoggedRequests).
func (s *Server) Requests() []Request { return slices.Collect(s.AllRequests()) }

// AllRequests yields the requests that Requests returns, but copies each one only when the caller reaches it.
func (s *Server) AllRequests() iter.Seq[Request] { return s.requests.last(LoggedRequests) }

// RecentRequests returns the latest n requests, or all logged requests if there are fewer.
func (s *Server) RecentRequests(n int) []Request { return slices.Collect(s.requests.last(n)) }

// ClearRequests empties the request log.
func (s *Server) ClearRequests() { s.requests.clear() }

type requestLog struct {
	mu       sync.Mutex
	requests []loggedRequest // Oldest first.
	bytes    int
}

// loggedRequest is a request as stored in the log. Its Header still contains the credentials, and its Query is not set. When a caller reads
// the log, requestLog.last removes the credentials and sets Query.
type loggedRequest struct {
	Request

	query string
	size  int // The approximate size in bytes.
}

func sizeOf(r *http.Request, body []byte) int {
	size := len(body) + len(r.URL.Path) + len(r.URL.RawQuery)
	for name, values := range r.Header {
		size += len(name)
		for _, value := range values {
			size += len(value)
		}
	}
	return size
}

// add appends a request to the log and drops the oldest requests if the log exceeds a limit. It doesn't copy the body, so the caller must
// not change the body afterwards.
func (l *requestLog) add(r *http.Request, body []byte, status int) {
	if l == nil {
		return
	}
	logged := loggedRequest{
		Request: Request{Method: r.Method, Path: r.URL.Path, Header: r.Header, Body: body, Status: status},
		query:   r.URL.RawQuery, size: sizeOf(r, body),
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.requests) == LoggedRequests || len(l.requests) > 0 && l.bytes+logged.size > LoggedBytes {
		l.bytes -= l.requests[0].size
		l.requests[0] = loggedRequest{} // Otherwise, the backing array would keep the body in memory.
		l.requests = l.requests[1:]
	}
	l.requests = append(l.requests, logged)
	l.bytes += logged.size
}

// last yields the latest n requests in the log. It ignores requests that are logged after the call.
func (l *requestLog) last(n int) iter.Seq[Request] {
	var latest []loggedRequest
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		latest = slices.Clone(l.requests[max(0, len(l.requests)-n):])
	}
	return func(yield func(Request) bool) {
		for _, logged := range latest {
			logged.Query, _ = url.ParseQuery(logged.query) // Invalid parts are ignored, as in url.URL.Query.
			logged.Header = logged.Header.Clone()
			logged.Header.Del("Authorization")
			if !yield(logged.Request) {
				return
			}
		}
	}
}

func (l *requestLog) clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests, l.bytes = nil, 0
}
