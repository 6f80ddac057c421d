// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"net/url"
	"sync"
)

// What the log holds at most: so many requests, and so many bytes of them. The oldest are forgotten first.
const (
	LoggedRequests = 10_000
	LoggedBytes    = 64 << 20
)

// Request is a request that was answered.
type Request struct {
	Method string
	Path   string
	Query  url.Values
	Header http.Header // Without the authorization.
	Body   []byte
	Status int // Of the answer; 0 when the connection was dropped without one.
}

// Requests gives the last requests in the order in which they were answered, within the bounds of LoggedRequests and
// LoggedBytes.
func (s *Server) Requests() []Request { return s.requests.last(LoggedRequests) }

// RecentRequests returns at most the last n of them.
func (s *Server) RecentRequests(n int) []Request { return s.requests.last(n) }

// ClearRequests empties the log of requests.
func (s *Server) ClearRequests() { s.requests.clear() }

// requestLog is a ring, so that a long run does not grow.
type requestLog struct {
	mu    sync.Mutex
	ring  []loggedRequest
	first int // Place of the oldest.
	count int
	bytes int
}

type loggedRequest struct {
	method string
	url    *url.URL
	header http.Header
	body   []byte
	status int
	size   int // In bytes, about.
}

// sizeOf is what a request takes up in the log.
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

// add notes a request. Nothing is copied before somebody asks for it.
func (l *requestLog) add(r *http.Request, body []byte, status int) {
	if l == nil {
		return
	}
	logged := loggedRequest{method: r.Method, url: r.URL, header: r.Header, body: body, status: status, size: sizeOf(r, body)}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.count == LoggedRequests || l.count > 0 && l.bytes+logged.size > LoggedBytes {
		l.forget()
	}
	at := (l.first + l.count) % LoggedRequests
	if at == len(l.ring) {
		l.ring = append(l.ring, logged)
	} else {
		l.ring[at] = logged
	}
	l.count, l.bytes = l.count+1, l.bytes+logged.size
}

// forget takes out the oldest request.
func (l *requestLog) forget() {
	oldest := &l.ring[l.first]
	l.count, l.bytes = l.count-1, l.bytes-oldest.size
	*oldest = loggedRequest{}
	l.first = (l.first + 1) % LoggedRequests
}

func (l *requestLog) last(n int) []Request {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n = min(n, l.count)
	requests := make([]Request, 0, n)
	for i := l.count - n; i < l.count; i++ {
		logged := l.ring[(l.first+i)%LoggedRequests]
		header := logged.header.Clone()
		header.Del("Authorization")
		requests = append(requests, Request{
			Method: logged.method,
			Path:   logged.url.Path,
			Query:  logged.url.Query(),
			Header: header,
			Body:   logged.body,
			Status: logged.status,
		})
	}
	return requests
}

func (l *requestLog) clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ring, l.first, l.count, l.bytes = nil, 0, 0, 0
}
