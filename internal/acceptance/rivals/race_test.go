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
	"regexp"
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
	folder    string
	said      warnings

	mu      sync.Mutex
	planned []func() // run between the next plan and its apply, and are then dropped
}

// startRace starts an engine with the given habits (switches of the reference server). The objects are destroyed when the test ends.
func startRace(t *testing.T, habits ...string) *race {
	t.Helper()
	r := &race{T: t, Engine: providertest.StartEngine(t, refserver.Options{Habits: habits}), folder: t.TempDir()}
	terraformtest.Write(t, r.folder, "versions.tf", terraformtest.Versions)
	r.terraform = terraformtest.NewReattached(t, r.folder, func() tfprotov6.ProviderServer {
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
	terraformtest.Write(r.T, r.folder, "main.tf", config)
	_, err := r.terraform.Run(r.Context(), "apply", "-auto-approve", "-input=false", "-no-color")
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.planned) > 0 {
		r.Error("the rival did not write, because nothing was applied")
	}
	return err
}

// applied applies a configuration, which must succeed. It reports whether the next plan has changes.
func (r *race) applied(config string) (differs bool) {
	r.Helper()
	err := r.tryApply(config)
	if err == nil {
		_, err = r.terraform.Run(r.Context(), "plan", "-detailed-exitcode", "-input=false", "-no-color")
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 2 {
			return true
		}
	}
	if err != nil {
		r.Fatal(err)
	}
	return false
}

// apply applies a configuration, which must succeed. The next plan must have no changes.
func (r *race) apply(config string) {
	r.Helper()
	if r.applied(config) {
		r.Error("the plan after the apply has changes")
	}
}

// applyUnsettled applies a configuration. The next plan must have changes, for example to remove what the rival added.
func (r *race) applyUnsettled(config string) {
	r.Helper()
	if !r.applied(config) {
		r.Error("the plan after the apply has no changes")
	}
}

type warnings struct {
	mu    sync.Mutex
	texts []string
}

func (w *warnings) add(diagnostics []*tfprotov6.Diagnostic) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range diagnostics {
		w.texts = append(w.texts, d.Summary+"\n"+d.Detail)
	}
}

func (w *warnings) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	texts := w.texts
	w.texts = nil
	return texts
}

// listening is the provider with one addition: it collects the warnings and errors of applies.
type listening struct {
	tfprotov6.ProviderServer
	race *race
}

func (l listening) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	l.race.endPlan()
	resp, err := l.ProviderServer.ApplyResourceChange(ctx, req)
	if resp != nil {
		l.race.said.add(resp.Diagnostics)
	}
	return resp, err
}

// endPlan runs the functions in r.planned and then removes them. It is called at the first apply after a plan, and applies of other objects
// wait for it.
func (r *race) endPlan() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, do := range r.planned {
		do()
	}
	r.planned = nil
}

// moment says when the rival writes to an object that Terraform updates.
type moment string

const (
	beforeApply moment = "between plan and apply"
	beforePatch moment = "between read and update"
	afterPatch  moment = "between update and the next read"
	afterLost   moment = "between an update without an answer and the next read"
)

// rival lets somebody else change the only object of a kind, at the given moment of the next apply. When this apply begins, the warnings
// and requests that were recorded before are dropped.
func (r *race) rival(at moment, kind string, write func(doc map[string]any)) {
	once := sync.OnceFunc(func() { r.edit(kind, write) })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.planned = append(r.planned, func() {
		r.ClearRequests()
		r.said.take()
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

// wantSaid checks that the last apply returned exactly one warning, which contains all the words.
func (r *race) wantSaid(words ...string) {
	r.Helper()
	r.wantAllSaid(words)
}

// wantAllSaid checks that the last apply returned one warning for each list of words, in this order. Each warning must contain all words of
// its list.
func (r *race) wantAllSaid(wants ...[]string) {
	r.Helper()
	said := r.said.take()
	if len(said) != len(wants) {
		r.Errorf("%d warnings, want %d: %q", len(said), len(wants), said)
		return
	}
	for i, words := range wants {
		for _, word := range words {
			if !strings.Contains(said[i], word) {
				r.Errorf("the warning lacks %q: %s", word, said[i])
			}
		}
	}
}

func (r *race) wantNothingSaid() {
	r.Helper()
	if said := r.said.take(); len(said) > 0 {
		r.Errorf("the warnings are %q", said)
	}
}

// asked returns the requests for objects of a kind up to the first successful update, for example "GET PATCH*". The star marks a request
// with If-Match, which the engine refuses if somebody has changed the object.
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

// words returns a pattern for a text in Terraform's output. Terraform may put a line break and a vertical bar between two words of the
// text.
func words(text string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(text), " ", `[\s│]+`))
}

// beforeEachPatch calls hook before every PATCH. Calling stop ends this.
func (r *race) beforeEachPatch(hook func()) (stop func()) {
	return r.Before(func(request *http.Request) {
		if request.Method == http.MethodPatch {
			hook()
		}
	})
}
