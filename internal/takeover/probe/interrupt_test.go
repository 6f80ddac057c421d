// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
)

var errInterrupted = errors.New("interrupted by the user")

// TestInterrupt cancels each run's context during a random request. The run must delete all its objects, even if the engine fails at
// random, shows new objects late, or rejects, delays or misreports deletions.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	engine, options := startFaulty(t, nil, 0, 0)
	creates := 0
	engine.Before(func(r *http.Request) {
		if createdKind(r) != "" {
			creates++
		}
	})
	whole, err := Run(t.Context(), options)
	if err != nil || creates != ObjectCount {
		t.Fatal(creates, err)
	}
	random := rand.New(rand.NewPCG(23, 23))
	habits := [][]string{
		nil,
		{"late-creates", "late-lists"},
		{"refused-deletes"},
		{"children-survive"},
		{"active-deletes-refused"},
		{"delete-answers-404"},
		{"slow-deletes"},
	}
	var interrupted atomic.Int64
	moments := int64(sampleSize(300))
	t.Cleanup(func() {
		if count := interrupted.Load(); count < moments/5 { // Interrupts during the cleanup don't count.
			t.Errorf("only %d runs were interrupted", count)
		}
	})
	for i := range int(moments) {
		moment, faults := 1+random.IntN(whole.Requests), 0.0
		if i%len(habits) == 0 {
			faults = 0.03
		}
		inBubble(t, fmt.Sprint(i, " at ", moment), func(t *testing.T) {
			server, options := startFaulty(t, habits[i%len(habits)], faults, uint64(i))
			before := export(t, server)
			ctx, interrupt := context.WithCancelCause(t.Context())
			defer interrupt(nil)
			var requests atomic.Int64
			server.Before(func(*http.Request) {
				if requests.Add(1) == int64(moment) {
					interrupt(errInterrupted)
				}
			})
			report, err := Run(ctx, options)
			if err != nil && !errors.Is(err, errInterrupted) {
				t.Fatal(err)
			}
			if err != nil {
				interrupted.Add(1)
			}
			if len(report.Left) > 0 {
				t.Error(report.Left)
			}
			checkLeft(t, server, before, report.Left)
		})
	}
}

// TestInterruptedCreate cancels the context during a create request whose response is lost. The run must find and delete the created
// object. If the engine does not support list requests, the report must list the object as a leftover.
func TestInterruptedCreate(t *testing.T) {
	t.Parallel()
	for _, habits := range [][]string{nil, {"late-lists"}, {"no-lists"}} {
		for _, lost := range []int64{1, 5, 14} {
			inBubble(t, fmt.Sprint(habits, lost), func(t *testing.T) {
				server, options := startFaulty(t, habits, 0, 0)
				before := export(t, server)
				ctx, interrupt := context.WithCancelCause(t.Context())
				defer interrupt(nil)
				loseCreates(server, func(create int64) bool {
					if create != lost {
						return false
					}
					interrupt(errInterrupted)
					return true
				})
				report, err := Run(ctx, options)
				if !errors.Is(err, errInterrupted) {
					t.Fatal(err)
				}
				isBlind := len(habits) > 0 && habits[0] == "no-lists"
				if isNamed := len(report.Left) > 0; isNamed != isBlind {
					t.Errorf("the report names %v", report.Left)
				}
				checkLeft(t, server, before, report.Left)
			})
		}
	}
}
