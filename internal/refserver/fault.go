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

// Fault is something that goes wrong with requests. Method, PathPrefix and Match say with which: those that are given must
// all fit. The rest says what happens.
type Fault struct {
	Method     string
	PathPrefix string
	Match      func(*http.Request) bool
	// Delay passes before the request is handled.
	Delay time.Duration
	// Drop closes the connection without an answer.
	Drop Drop
	// Status is answered with Header and Body in the place of handling the request, or after it took effect when AfterWrite
	// says so. Without it the request is handled, and Header is added to the answer.
	Status     int
	AfterWrite bool
	Header     http.Header
	Body       string
	// CutBody closes the connection after half of the answer's body.
	CutBody bool
	// Times is how many requests the fault meets; 0 means all.
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

// Fail adds a fault until remove is called. When several fit a request, the one that was added first meets it.
func (s *Server) Fail(f Fault) (remove func()) { return s.faults.add(f) }

// ClearFaults removes the faults that were added. The random ones go on.
func (s *Server) ClearFaults() { s.faults.clear() }

// SetFaultRate makes another share of the requests fail at random, from the next one on (see Options.FaultRate).
func (s *Server) SetFaultRate(rate float64) { s.faults.setRate(rate) }

// faults are those that tests asked for, and the random ones.
type faults struct {
	mu     sync.Mutex
	added  []*Fault
	rate   float64
	random *rand.Rand
}

func (fs *faults) add(f Fault) (remove func()) {
	fault := &f
	if fault.Times == 0 {
		fault.Times = -1 // Counts down and never comes to 0.
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.added = append(fs.added, fault)
	return func() {
		fs.mu.Lock()
		defer fs.mu.Unlock()
		fs.added = slices.DeleteFunc(fs.added, func(other *Fault) bool { return other == fault })
	}
}

func (fs *faults) setRate(rate float64) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.rate = rate
}

func (fs *faults) clear() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.added = nil
}

// next gives the fault that a request meets, or nil.
func (fs *faults) next(r *http.Request) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, fault := range fs.added {
		if fault.Times != 0 && fault.meets(r) {
			fault.Times--
			return fault
		}
	}
	if fs.rate > 0 && fs.random.Float64() < fs.rate {
		return randomFault(fs.random)
	}
	return nil
}

// RandomFaults is how many kinds of faults FaultRate draws from.
const RandomFaults = 8

// gatewayPage is what a gateway says when the engine behind it gives no answer.
const gatewayPage = "<html><body><h1>The engine did not answer.</h1></body></html>\n"

// randomFault draws a kind, and what differs within it. A gateway that answers in the place of the engine may have passed the
// request on.
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

func (f *Fault) meets(r *http.Request) bool {
	return (f.Method == "" || f.Method == r.Method) &&
		strings.HasPrefix(r.URL.Path, f.PathPrefix) &&
		(f.Match == nil || f.Match(r))
}

// around gives the answer to a request that the fault meets; handle gives the one without it. No fault is nil.
func (f *Fault) around(ctx context.Context, handle func() *answer) *answer {
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
