// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// TestDisruptedApplies disrupts applies: the engine behaves unusually, requests fail, applies are interrupted, the provider is killed, and
// another client changes objects. Two undisturbed applies must then restore the declared objects, and the state must match the engine.
// `make soak` sets the duration of the test in the environment variable ENGINE_SOAK.
func TestDisruptedApplies(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("ENGINE_SOAK"))
	if err != nil {
		t.Skip("ENGINE_SOAK is no duration: make soak sets it")
	}
	calm := newProject(t, 1, refserver.Options{})
	calm.applyUntilSuccess("-var=changed=true")
	want := calm.content()
	seed := uint64(time.Now().UnixNano())
	for end := time.Now().Add(duration); time.Now().Before(end); seed++ {
		random := rand.New(rand.NewPCG(seed, 0))
		habits, rate := randomHabits(random), 0.2*random.Float64()
		t.Run(fmt.Sprintf("seed %d, %d%% faults, %s", seed, int(100*rate), strings.Join(habits, "+")), func(t *testing.T) {
			s := &disruption{
				project: newProject(t, 1, refserver.Options{FaultRate: rate, Seed: seed, Habits: habits}),
				random:  random, rate: rate,
			}
			s.disruptApplies()
			if diff := cmp.Diff(want, s.content()); diff != "" {
				t.Errorf("the engine holds something else (-declared +has):\n%s", diff)
			}
			s.destroyUntilSuccess()
		})
	}
}

// randomHabits returns up to three random habits (deviations from INTERFACE.md). It omits habits that cause failures no provider could
// avoid, and habits that require a different configuration.
func randomHabits(random *rand.Rand) []string {
	others := []string{"unique-names", "offered-routines", "other-scheme", "small-bodies"} // These habits require a different configuration.
	names := slices.DeleteFunc(habit.Names(), func(name string) bool {
		name, _, _ = strings.Cut(name, "=")
		return len(providertest.Explanations()[name]) > 0 || slices.Contains(others, name)
	})
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return slices.Sorted(slices.Values(names[:random.IntN(4)]))
}

// disruption disrupts terraform apply with interrupted and killed processes, failed requests and edits by another client.
type disruption struct {
	*project
	mu     sync.Mutex // guards the fields below, because hooks run concurrently
	random *rand.Rand
	added  int
	rate   float64
}

func (s *disruption) draw(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.IntN(n)
}

// disruptApplies creates and changes the objects while it disrupts the applies, and then applies again without disruptions.
func (s *disruption) disruptApplies() {
	s.Helper()
	for range 2 {
		s.interruptApply(1 + s.draw(50))
	}
	s.SetFaultRate(0)
	s.applyUntilSuccess() // also imports objects that, according to errors, the provider may have created
	s.SetFaultRate(s.rate)
	removeRival := s.Before(s.editAsRival)
	for range 2 {
		s.killDuringApply(1 + s.draw(40))
	}
	removeRival()
	s.SetFaultRate(0)
	s.applyUntilSuccess("-var=changed=true")
	s.applyUntilSuccess("-var=changed=true") // removes items that were added by another client during the first apply
}

// applyMayFail runs an apply that may fail. It fails the test only if an error reveals a bug in the provider, such as a panic.
func (s *disruption) applyMayFail(ctx context.Context, arguments ...string) {
	s.Helper()
	failures, _ := s.command(ctx, append([]string{"apply", "-auto-approve"}, arguments...)...)
	for _, failure := range failures {
		for _, never := range []string{"inconsistent", "bug in the provider", "bug of the provider", "panic"} {
			if strings.Contains(failure.Summary+failure.Detail, never) {
				s.Errorf("%s: %s: %s", failure.Address, failure.Summary, failure.Detail)
			}
		}
		if strings.Contains(failure.Detail, "it is not known whether") {
			s.importLostCreate(failure, arguments)
		}
	}
}

// interruptApply runs an apply and interrupts it right before the engine handles the nth create request, counting from 1.
func (s *disruption) interruptApply(n int) {
	s.Helper()
	ctx, interrupt := context.WithCancel(s.Context())
	defer interrupt()
	defer s.onNthRequest(http.MethodPost, n, interrupt)()
	s.applyMayFail(ctx)
}

// killDuringApply applies changes and kills the provider right before the engine handles the nth update. It never kills the provider during
// a create request. The engine would create the object, but Terraform would not know about it.
func (s *disruption) killDuringApply(n int) {
	s.Helper()
	defer s.onNthRequest(http.MethodPatch, n, s.kill)()
	s.applyMayFail(s.Context(), "-var=changed=true")
}

// onNthRequest calls a function just before the engine handles the nth request with the given method. The remove function cancels this.
func (s *disruption) onNthRequest(method string, n int, do func()) (remove func()) {
	var mu sync.Mutex
	count := 0
	return s.Before(func(r *http.Request) {
		if r.Method != method {
			return
		}
		mu.Lock()
		count++
		now := count == n
		mu.Unlock()
		if now {
			do()
		}
	})
}

// editAsRival is a hook that acts as another client. Before about a third of all updates, it edits a random object of the same kind. The
// edit changes the name, sets an undeclared field, or adds an item to each of the object's item lists.
func (s *disruption) editAsRival(r *http.Request) {
	kind := s.Kind(r.URL.Path)
	objects := s.Objects(kind)
	if r.Method != http.MethodPatch || len(objects) == 0 || s.draw(3) > 0 {
		return
	}
	id, what := fmt.Sprint(objects[s.draw(len(objects))]["id"]), s.draw(3)
	s.mu.Lock()
	s.added++
	item := map[string]any{"id": fmt.Sprint("outside-", s.added), "ref_id": "Z", "type": "EXPRESSION", "expression": "$A"}
	s.mu.Unlock()
	err := s.Edit(kind, id, func(doc map[string]any) {
		switch what {
		case 0:
			doc["name"] = "theirs"
		case 1:
			doc["note"] = "theirs"
		default:
			for _, list := range []string{"chart_items", "alert_items", "function_items"} {
				if items, ok := doc[list].([]any); ok {
					doc[list] = append(items, item)
				}
			}
		}
	})
	if err != nil {
		s.Error(err)
	}
}

// content returns the engine's objects as sorted lines that can be compared across engines.
func (p *project) content() []string {
	p.Helper()
	var content []string
	for kind := range p.checkSameAsState() {
		for _, doc := range p.Objects(kind) {
			delete(doc, "note")
			content = append(content, kind+" "+document.Encode(providertest.Normalize(doc)))
		}
	}
	return slices.Sorted(slices.Values(content))
}
