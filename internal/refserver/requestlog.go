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

// The limits of the request log. If a limit is exceeded, the log drops the oldest requests.
const (
	LoggedRequests = 10_000
	LoggedBytes    = 64 << 20
)

// Request is a logged request, with the status of its answer.
type Request struct {
	Method string      `json:"method"`
	Path   string      `json:"path"`
	Query  url.Values  `json:"query"`
	Header http.Header `json:"header"` // Without the header authorization.
	Body   []byte      `json:"-"`
	Status int         `json:"status"` // The status of the answer, or 0 if the connection was dropped.
}

// Requests returns the latest requests in the order in which they were answered. The log keeps at most LoggedRequests requests with
// LoggedBytes bytes together.
func (s *Server) Requests() []Request { return slices.Collect(s.AllRequests()) }

// AllRequests yields the same requests as Requests, but does not keep copies of all of them in memory.
func (s *Server) AllRequests() iter.Seq[Request] { return s.requests.last(LoggedRequests) }

// RecentRequests returns the latest n requests of the log, or fewer if the log has fewer.
func (s *Server) RecentRequests(n int) []Request { return slices.Collect(s.requests.last(n)) }

// ClearRequests empties the log of requests.
func (s *Server) ClearRequests() { s.requests.clear() }

type requestLog struct {
	mu       sync.Mutex
	requests []loggedRequest // The oldest first.
	bytes    int
}

type loggedRequest struct {
	method string
	url    *url.URL
	header http.Header
	body   []byte
	status int
	size   int // Approximately, in bytes.
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

// add stores the body without copying it, so the caller must not change the body afterwards.
func (l *requestLog) add(r *http.Request, body []byte, status int) {
	if l == nil {
		return
	}
	logged := loggedRequest{method: r.Method, url: r.URL, header: r.Header, body: body, status: status, size: sizeOf(r, body)}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.requests) == LoggedRequests || len(l.requests) > 0 && l.bytes+logged.size > LoggedBytes {
		l.bytes -= l.requests[0].size
		l.requests[0] = loggedRequest{} // So that its body is freed before append copies the rest.
		l.requests = l.requests[1:]
	}
	l.requests = append(l.requests, logged)
	l.bytes += logged.size
}

// last yields the latest n requests at the moment of the call.
func (l *requestLog) last(n int) iter.Seq[Request] {
	var latest []loggedRequest
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		latest = slices.Clone(l.requests[max(0, len(l.requests)-n):])
	}
	return func(yield func(Request) bool) {
		for _, logged := range latest {
			header := logged.header.Clone()
			header.Del("Authorization")
			if !yield(Request{
				Method: logged.method,
				Path:   logged.url.Path,
				Query:  logged.url.Query(),
				Header: header,
				Body:   logged.body,
				Status: logged.status,
			}) {
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
