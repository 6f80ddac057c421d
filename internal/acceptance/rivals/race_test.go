// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rivals

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// race is a Terraform and an engine. Somebody else, the rival, writes to the engine at chosen moments.
type race struct {
	*testing.T
	*providertest.Engine
	terraform *terraform.Terraform
	dir       string

	mu       sync.Mutex
	planned  []func() // run between the next plan and its apply, and are then dropped
	warnings []string // of the last apply
}

// startRace starts an engine with the given habits. The objects are destroyed when the test ends.
func startRace(t *testing.T, habits ...string) *race {
	t.Helper()
	r := &race{T: t, Engine: providertest.StartEngine(t, refserver.Options{Habits: habits}), dir: t.TempDir()}
	r.terraform = terraformtest.NewReattached(t, r.dir, func() tfprotov6.ProviderServer {
		return listening{provider.NewComparedServer("test", providertest.Difference), r}
	})
	t.Cleanup(func() {
		if _, err := r.terraform.Run(context.WithoutCancel(t.Context()), "destroy", "-auto-approve", "-input=false", "-no-color"); err != nil {
			t.Error(err)
		}
	})
	return r
}

func (r *race) tryApply(config string) error {
	r.Helper()
	terraformtest.Write(r.T, r.dir, "main.tf", config)
	_, err := r.terraform.Run(r.Context(), "apply", "-auto-approve", "-input=false", "-no-color")
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.planned) > 0 {
		r.Error("the rival did not write, because nothing was applied")
	}
	return err
}

// apply applies a configuration, which must succeed. The next plan must have no changes.
func (r *race) apply(config string) {
	r.Helper()
	if err := r.tryApply(config); err != nil {
		r.Fatal(err)
	}
	terraformtest.Do(r.T, r.terraform, []string{"plan", "-detailed-exitcode", "-input=false"})
}

// applyUnsettled applies a configuration. The next plan must have changes, for example to remove what the rival added.
func (r *race) applyUnsettled(config string) {
	r.Helper()
	if err := r.tryApply(config); err != nil {
		r.Fatal(err)
	}
	var exit *exec.ExitError
	_, err := r.terraform.Run(r.Context(), "plan", "-detailed-exitcode", "-input=false", "-no-color")
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		r.Errorf("the plan after the apply has no changes: %v", err)
	}
}

// takeWarnings returns the warnings and errors of applies since the last call.
func (r *race) takeWarnings() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.warnings = nil }()
	return r.warnings
}

// listening is the provider with one addition: at the first apply after a plan, it runs the functions in race.planned, and it collects the
// warnings and errors of applies.
type listening struct {
	tfprotov6.ProviderServer
	race *race
}

func (l listening) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	l.race.endPlan()
	resp, err := l.ProviderServer.ApplyResourceChange(ctx, req)
	l.race.mu.Lock()
	defer l.race.mu.Unlock()
	if resp != nil {
		for _, d := range resp.Diagnostics {
			l.race.warnings = append(l.race.warnings, d.Summary+"\n"+d.Detail)
		}
	}
	return resp, err
}

func (r *race) endPlan() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, do := range r.planned {
		do()
	}
	r.planned = nil
}

// moment is when the rival writes to an object that Terraform updates.
type moment string

const (
	beforeApply moment = "between plan and apply"
	beforePatch moment = "between read and update"
	afterPatch  moment = "between update and the next read"
	afterLost   moment = "between an update without a response and the next read"
)

// rival lets somebody else change the only object of a kind, at the given moment of the next apply. When this apply begins, the warnings
// and requests that were recorded before are dropped.
func (r *race) rival(at moment, kind string, write func(doc map[string]any)) {
	once := sync.OnceFunc(func() { r.edit(kind, write) })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.planned = append(r.planned, func() {
		r.ClearRequests()
		r.warnings = nil
		if at == beforeApply {
			once()
			return
		}
		if at == afterLost {
			r.Engine.Fail(refserver.Fault{Method: http.MethodPatch, Drop: refserver.DropAfter, Times: 1})
		}
		var updated atomic.Bool
		r.Before(func(request *http.Request) {
			isUpdate := request.Method == http.MethodPatch
			if at == beforePatch && isUpdate || (at == afterPatch || at == afterLost) && updated.Load() {
				once()
			}
			if isUpdate {
				updated.Store(true)
			}
		})
	})
}

func (r *race) edit(kind string, write func(doc map[string]any)) {
	r.Helper()
	if err := r.Edit(kind, fmt.Sprint(r.object(kind)["id"]), write); err != nil {
		r.Error(err)
	}
}

func (r *race) object(kind string) map[string]any {
	r.Helper()
	objects := r.Objects(kind)
	if len(objects) != 1 {
		r.Fatalf("the engine has %d objects of the kind %s", len(objects), kind)
	}
	return objects[0]
}

// wantWarnings checks that the last apply returned one warning for each list of words, in this order. Each warning must contain all words
// of its list.
func (r *race) wantWarnings(wants ...[]string) {
	r.Helper()
	warnings := r.takeWarnings()
	if len(warnings) != len(wants) {
		r.Errorf("%d warnings, want %d: %q", len(warnings), len(wants), warnings)
		return
	}
	for i, words := range wants {
		for _, word := range words {
			if !strings.Contains(warnings[i], word) {
				r.Errorf("the warning lacks %q: %s", word, warnings[i])
			}
		}
	}
}

// asked returns the requests for objects of a kind up to the first successful update, for example "GET PATCH*". The star marks a request
// with If-Match, which the engine rejects if somebody has changed the object.
func (r *race) asked(kind string) string {
	var methods []string
	for _, request := range r.Requests() {
		if r.Kind(request.Path) != kind {
			continue
		}
		method := request.Method
		if request.Header.Get("If-Match") != "" {
			method += "*"
		}
		methods = append(methods, method)
		if request.Method == http.MethodPatch && request.Status == http.StatusOK {
			break // The remaining requests belong to the next plan.
		}
	}
	return strings.Join(methods, " ")
}
