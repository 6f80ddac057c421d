// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package faults

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// seedsVariable is the environment variable for the number of random seeds in TestOneApplySufficesDespiteFaults. The test applies 250
// objects for each seed. If the variable is not set, the test uses three seeds with 50 objects each.
const seedsVariable = "ENGINE_FAULT_SEEDS"

// TestOneApplySufficesDespiteFaults makes 15% of all requests fail while an apply creates, changes or destroys objects of all kinds. A
// single apply must suffice, and no object may be missing or created twice. An import and a second apply are allowed only if a create
// response is lost and the provider can't determine which object the request created.
func TestOneApplySufficesDespiteFaults(t *testing.T) {
	seeds, size := 3, 1
	if many, err := strconv.Atoi(os.Getenv(seedsVariable)); err == nil {
		seeds, size = many, 5
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed+1), func(t *testing.T) {
			t.Parallel()
			p := newProject(t, size, refserver.Options{FaultRate: 0.15, Seed: uint64(seed + 1)})
			start := time.Now()
			created := p.applyUntilSuccess()
			p.checkObjects(false)
			changed := p.applyUntilSuccess("-var=changed=true")
			p.checkObjects(true)
			destroyed := p.destroyUntilSuccess()
			t.Logf("%d objects: created by %d applies, changed by %d, destroyed by %d, in %s; %d creates not proved: %v",
				50*size, created, changed, destroyed, time.Since(start).Round(time.Second), len(p.unproven), p.unproven)
			if created > 1 && len(p.unproven) == 0 || changed > 1 || destroyed > 1 {
				t.Errorf("it took %d, %d and %d applies", created, changed, destroyed)
			}
		})
	}
}

func (p *project) checkObjects(changed bool) {
	p.Helper()
	want := perSize()
	for kind := range want {
		want[kind] *= p.size
	}
	if got := p.checkSameAsState(); !maps.Equal(got, want) {
		p.Errorf("the engine has %v, want %v", got, want)
	}
	items := 1
	if changed {
		items = 2
	}
	for kind, array := range map[string]string{"widget": "chart_items", "function": "function_items"} {
		for _, doc := range p.Objects(kind) {
			if got, _ := doc[array].([]any); len(got) != items {
				p.Errorf("the %s %v has %d items, want %d", kind, doc["id"], len(got), items)
			}
		}
	}
	for _, doc := range p.Objects("component") {
		if (doc["deployment_status"] == "Running") != (doc["deployment_active"] == true) {
			p.Errorf("the component %v is left as %v", doc["id"], doc["deployment_status"])
		}
	}
}

func (p *project) destroyUntilSuccess() (applies int) {
	p.Helper()
	for applies = 1; applies <= 3; applies++ {
		if failures, err := p.command(p.Context(), "destroy", "-auto-approve"); err == nil {
			break
		} else if len(failures) == 0 {
			p.Fatal(err)
		} else {
			p.Errorf("destroy: %+v", failures)
		}
	}
	if left := p.checkSameAsState(); len(left) > 0 {
		p.Errorf("after the destroy the engine has %v", left)
	}
	return applies
}

// TestInterruptedApply interrupts an apply right before the engine handles a create request. Terraform must finish in-progress requests and
// store every created object in the state.
func TestInterruptedApply(t *testing.T) {
	t.Parallel()
	for _, at := range []int32{1, 7, 25} {
		t.Run(fmt.Sprint("at create ", at), func(t *testing.T) {
			t.Parallel()
			p := newProject(t, 1, refserver.Options{Latency: 300 * time.Millisecond})
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			var creates atomic.Int32
			p.Before(func(r *http.Request) {
				if r.Method == http.MethodPost && creates.Add(1) == at {
					interrupt()
				}
			})
			if _, err := p.command(ctx, "apply", "-auto-approve", "-parallelism=20"); err == nil {
				t.Error("the apply was not interrupted")
			}
			made := 0
			for _, count := range p.checkSameAsState() {
				made += count
			}
			if made == 0 || made == 50 {
				t.Errorf("%d objects were made", made)
			}
			p.applyUntilSuccess()
			p.checkObjects(false)
		})
	}
}

// TestProviderKilledWhileStopped kills the provider while three components are stopped for an update. A plan must then warn about the two
// components that do not declare "running". An apply must start the third component, which declares running = true, and no other.
func TestProviderKilledWhileStopped(t *testing.T) {
	t.Parallel()
	p := newProject(t, 1, refserver.Options{})
	p.applyUntilSuccess()
	for _, doc := range p.Objects("component") {
		if err := p.Edit("component", fmt.Sprint(doc["id"]), func(doc map[string]any) {
			doc["deployment_active"], doc["deployment_status"] = true, "Running"
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.diagnostics(t.Context(), "apply", "-auto-approve", "-refresh-only"); err != nil {
		t.Fatal(err)
	}
	killed := sync.OnceFunc(p.kill)
	remove := p.Before(func(r *http.Request) {
		if r.Method == http.MethodPatch {
			for r.Context().Err() == nil && len(p.stoppedComponents()) < 3 { // Wait for the other components to stop.
				time.Sleep(time.Millisecond)
			}
			killed()
		}
	})
	if _, err := p.diagnostics(t.Context(), "apply", "-auto-approve", "-var=changed=true", "-target=engine_component.it"); err == nil {
		t.Fatal("the provider was not killed")
	}
	remove()
	found, err := p.diagnostics(t.Context(), "plan")
	if stopped := p.stoppedComponents(); err != nil || len(stopped) != 3 {
		t.Fatalf("the components %v are stopped (%v)", stopped, err)
	}
	warned := 0
	for _, d := range found {
		if d.Severity == "warning" && strings.HasPrefix(d.Summary, "The component does not run") {
			warned++
		}
	}
	if warned != 2 {
		t.Errorf("the plan warns about %+v, want warnings about the 2 stopped components that do not declare running", found)
	}
	p.applyUntilSuccess()
	if stopped := p.stoppedComponents(); len(stopped) != 2 {
		t.Errorf("the components %v are stopped, want all but the one with running = true", stopped)
	}
}

// stoppedComponents returns the components that are not running.
func (p *project) stoppedComponents() []map[string]any {
	return slices.DeleteFunc(p.Objects("component"), func(doc map[string]any) bool { return doc["deployment_active"] == true })
}
