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

// Fault makes requests fail. Method, PathPrefix and Match select the requests; all that are set must match. The other fields describe
// the failure.
type Fault struct {
	Method     string
	PathPrefix string
	Match      func(*http.Request) bool
	// Delay passes before the request is handled.
	Delay time.Duration
	// Drop closes the connection without an answer.
	Drop Drop
	// Status is answered, with Header and Body, instead of handling the request. With AfterWrite the request is handled first. If Status
	// is 0, the request is handled and Header is added to its answer.
	Status     int
	AfterWrite bool
	Header     http.Header
	Body       string
	// CutBody closes the connection after half of the answer's body.
	CutBody bool
	// Times is the number of requests that fail. 0 means all.
	Times int
}

// Drop says when the connection of a request is dropped.
type Drop int

const (
	// DropBefore drops it before the request takes effect.
	DropBefore Drop = iota + 1
	// DropAfter drops it after the request took effect.
	DropAfter
)

// Fail adds a fault until remove is called. If several faults match a request, the request meets the one that was added first.
func (s *Server) Fail(f Fault) (remove func()) {
	if f.Times == 0 {
		f.Times = -1 // It is counted down and never reaches 0.
	}
	return s.faults.add(f)
}

// ClearFaults removes all faults that Fail added. Random faults continue.
func (s *Server) ClearFaults() {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.items = nil
}

// SetFaultRate sets the share of requests that fail at random (see Options.FaultRate).
func (s *Server) SetFaultRate(rate float64) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.rate = rate
}

// Before adds a hook that runs before each request is handled, until remove is called. A test can write in it as a second client would.
// The hook must not read the body.
func (s *Server) Before(hook func(r *http.Request)) (remove func()) { return s.before.add(hook) }

// registry is a list of items that can be removed again.
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

// all returns the items as they are now, so that the caller can use them without the lock.
func (g *registry[T]) all() []*T {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.items)
}

// faults are the faults that tests added, and the random ones.
type faults struct {
	registry[Fault]

	rate   float64
	random *rand.Rand
}

// next returns the fault for a request, or nil.
func (fs *faults) next(r *http.Request) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, fault := range fs.items {
		if fault.Times != 0 && fault.matches(r) {
			fault.Times--
			return fault
		}
	}
	if fs.rate > 0 && fs.random.Float64() < fs.rate {
		return randomFault(fs.random)
	}
	return nil
}

// RandomFaults is the number of kinds of random faults.
const RandomFaults = 8

// gatewayPage is the answer of a gateway whose engine does not answer.
const gatewayPage = "<html><body><h1>The engine did not answer.</h1></body></html>\n"

// randomFault returns a random fault. If a gateway answers instead of the engine, the request took effect in two of three cases.
func randomFault(random *rand.Rand) *Fault {
	kind, coin := random.IntN(RandomFaults), random.IntN(3)
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

// apply returns the answer to a request that meets the fault. handle handles the request and returns its answer. A nil fault does
// nothing.
func (f *Fault) apply(ctx context.Context, handle func() *answer) *answer {
	if f == nil {
		return handle()
	}
	sleep(ctx, f.Delay)
	var a *answer
	switch {
	case f.Drop == DropBefore:
		return &answer{drop: true}
	case f.Status != 0 && f.Drop == 0:
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
