// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"net/url"
	"sync"
)

// loggedRequests is how many requests the log holds; older ones are forgotten.
const loggedRequests = 10_000

// Request is a request that was answered.
type Request struct {
	Method string
	Path   string
	Query  url.Values
	Header http.Header // Without the authorization.
	Body   []byte
	Status int // Of the answer; 0 when the connection was dropped without one.
}

// Requests gives the last requests, at most 10,000, in the order in which they were answered.
func (s *Server) Requests() []Request { return s.requests.all() }

// ClearRequests empties the log of requests.
func (s *Server) ClearRequests() { s.requests.clear() }

// requestLog is a ring, so that a long run does not grow.
type requestLog struct {
	mu   sync.Mutex
	ring []loggedRequest
	next int // Place of the oldest once the ring is full.
}

type loggedRequest struct {
	method string
	url    *url.URL
	header http.Header
	body   []byte
	status int
}

// add notes a request. Nothing is copied before somebody asks for it.
func (l *requestLog) add(r *http.Request, body []byte, status int) {
	if l == nil {
		return
	}
	logged := loggedRequest{method: r.Method, url: r.URL, header: r.Header, body: body, status: status}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ring) < loggedRequests {
		l.ring = append(l.ring, logged)
		return
	}
	l.ring[l.next] = logged
	l.next = (l.next + 1) % loggedRequests
}

func (l *requestLog) all() []Request {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	requests := make([]Request, 0, len(l.ring))
	for i := range l.ring {
		logged := l.ring[(l.next+i)%len(l.ring)]
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
	l.ring, l.next = nil, 0
}
