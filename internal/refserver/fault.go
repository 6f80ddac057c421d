// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Fault describes a failure for the server to simulate. The fault affects the requests that match Method, PathPrefix and Match. If one of
// these three fields is empty, it matches every request.
type Fault struct {
	Method     string                   `json:"method"`
	PathPrefix string                   `json:"path_prefix"`
	Match      func(*http.Request) bool `json:"-"`
	// Delay is how long the server waits before it handles the request.
	Delay time.Duration `json:"-"`
	// Drop makes the server close the connection without a response.
	Drop Drop `json:"drop"`
	// Status, Header and Body form a simulated response. If AfterWrite is true, the server performs the request before it sends that
	// response. If Status is 0, the server responds normally, but adds Header to the response.
	Status     int         `json:"status"`
	AfterWrite bool        `json:"after_write"`
	Header     http.Header `json:"header"`
	Body       string      `json:"-"`
	// CutBody makes the server close the connection after half of the response body.
	CutBody bool `json:"cut_body"`
	// Times is the maximum number of requests that the fault affects. 0 means no limit.
	Times int `json:"times"`
}

// Drop specifies whether the server closes the connection before or after it performs a request. With "", it responds normally.
type Drop string

const (
	// DropBefore closes the connection without performing the request.
	DropBefore Drop = "before"
	// DropAfter performs the request and then closes the connection without a response.
	DropAfter Drop = "after"
)

// Fail adds a fault and returns a function that removes it. If several faults match a request, the one that was added first takes effect.
func (s *Server) Fail(f Fault) (remove func()) {
	if f.Times == 0 {
		f.Times = -1 // Counting down from -1 never reaches 0.
	}
	return s.faults.add(f)
}

// ClearFaults removes all faults added with Fail. Random faults (Options.FaultRate) continue.
func (s *Server) ClearFaults() {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.items = nil
}

// SetFaultRate sets the fraction of requests that fail at random, from 0 to 1 (see Options.FaultRate).
func (s *Server) SetFaultRate(rate float64) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.rate = rate
}

// Before registers a hook that the server calls before it performs each request, and returns a function that removes the hook. The hook may
// change objects, as a concurrent client would, but must not read the request body.
func (s *Server) Before(hook func(r *http.Request)) (remove func()) { return s.before.add(hook) }

// registry is a list of faults or hooks, each of which can be removed individually.
type registry[T any] struct {
	mu    sync.Mutex
	items []*T
}

func (g *registry[T]) add(item T) (remove func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.items = append(g.items, &item)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.items = slices.DeleteFunc(g.items, func(other *T) bool { return other == &item })
	}
}

// all returns a copy of the list, which the caller can read without holding the lock.
func (g *registry[T]) all() []*T {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.items)
}

type faults struct {
	registry[Fault]

	rate   float64
	random *rand.Rand
}

// next returns the fault that affects a request, or nil. A fault affects at most Fault.Times requests, and next counts this one.
func (fs *faults) next(r *http.Request) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, fault := range fs.items {
		if fault.Times != 0 && fault.matches(r) {
			fault.Times--
			return fault
		}
	}
	if fs.random.Float64() < fs.rate {
		return randomFault(fs.random)
	}
	return nil
}

const gatewayPage = "<html><body><h1>The engine did not respond.</h1></body></html>\n"

// randomFault returns one of eight kinds of faults, such as a 502 response from a gateway. In two thirds of the gateway faults, the server
// performs the request first.
func randomFault(random *rand.Rand) *Fault {
	kind, coin := random.IntN(8), random.IntN(3)
	gateway := func(status int) *Fault {
		return &Fault{Status: status, AfterWrite: coin > 0, Header: http.Header{"Content-Type": {"text/html"}}, Body: gatewayPage}
	}
	switch kind {
	case 0:
		return &Fault{Status: http.StatusServiceUnavailable, Body: `{"detail":"A random fault."}`}
	case 1:
		return gateway(http.StatusBadGateway)
	case 2:
		return gateway(http.StatusGatewayTimeout)
	case 3:
		f := &Fault{Status: http.StatusTooManyRequests, Body: `{"detail":"A random fault."}`}
		if coin < 2 {
			f.Header = http.Header{"Retry-After": {strconv.Itoa(coin)}}
		}
		return f
	case 4:
		return &Fault{Drop: DropBefore}
	case 5:
		return &Fault{Drop: DropAfter}
	case 6:
		return &Fault{CutBody: true}
	default:
		return &Fault{Delay: time.Duration(random.IntN(500)) * time.Millisecond}
	}
}

func (f *Fault) matches(r *http.Request) bool {
	return (f.Method == "" || f.Method == r.Method) &&
		strings.HasPrefix(r.URL.Path, f.PathPrefix) &&
		(f.Match == nil || f.Match(r))
}

// apply returns the response to a request that the fault affects. It calls the handle function to perform the request, unless the fault
// prevents that. If f is nil, apply just calls handle.
func (f *Fault) apply(ctx context.Context, handle func() *response) *response {
	if f == nil {
		return handle()
	}
	sleep(ctx, f.Delay)
	var a *response
	switch {
	case f.Drop == DropBefore:
		return &response{drop: true}
	case f.Status != 0 && f.Drop == "":
		if f.AfterWrite {
			handle()
		}
		a = success(f.Status, []byte(f.Body))
	default:
		a = handle()
	}
	if a.header == nil {
		a.header = http.Header{}
	}
	maps.Copy(a.header, f.Header)
	if a.drop = f.Drop == DropAfter; a.drop {
		a.status = 0
	}
	a.cut = f.CutBody
	return a
}
