// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rivals

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// race is one update by Terraform with a rival.
type race struct {
	*testing.T
	*providertest.Engine
	said warnings
}

func startRace(t *testing.T, habits ...string) *race {
	t.Helper()
	return &race{T: t, Engine: providertest.StartEngine(t, refserver.Options{Habits: habits})}
}

// warnings are what the provider says in applies.
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

// take gives the warnings so far and forgets them.
func (w *warnings) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	texts := w.texts
	w.texts = nil
	return texts
}

// listening is a provider whose applies are listened to: the test framework does not show what they warn of.
type listening struct {
	tfprotov6.ProviderServer
	said *warnings
}

func (l listening) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := l.ProviderServer.ApplyResourceChange(ctx, req)
	if resp != nil {
		l.said.add(resp.Diagnostics)
	}
	return resp, err
}

func (r *race) factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"engine": func() (tfprotov6.ProviderServer, error) {
			return listening{provider.NewComparedServer("test", providertest.Difference), &r.said}, nil
		},
	}
}

// run runs the steps, of which some have a rival.
func (r *race) run(steps ...resource.TestStep) {
	r.Helper()
	resource.Test(r.T, resource.TestCase{ProtoV6ProviderFactories: r.factories(), Steps: steps})
}

// moment is when a rival writes.
type moment string

const (
	beforeApply moment = "between plan and apply"
	beforePatch moment = "between read and update"
	afterPatch  moment = "between update and the next read"
	afterLost   moment = "between an update without an answer and the next read"
)

// with gives a step a rival that writes to the one object of a kind, once. What was said and asked before is forgotten then.
func (r *race) with(at moment, step resource.TestStep, kind string, write func(doc map[string]any)) resource.TestStep {
	once := sync.OnceFunc(func() { r.edit(kind, write) })
	planned := checkFunc(func() error {
		r.ClearRequests()
		r.said.take()
		if at == beforeApply {
			once()
			return nil
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
		return nil
	})
	step.ConfigPlanChecks.PreApply = append(step.ConfigPlanChecks.PreApply, planned)
	return step
}

// edit changes the one object of a kind behind the provider's back.
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

// wantSaid wants one warning, with these words in it.
func (r *race) wantSaid(words ...string) {
	r.Helper()
	r.wantAllSaid(words)
}

// wantAllSaid wants as many warnings, in their order, each with its words in it.
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
		r.Errorf("it says %q", said)
	}
}

// asked are the requests for objects of a kind since the rival was let loose, as methods, with a star where they depend on a version.
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
			break // what follows is the refresh of the next plan
		}
	}
	return strings.Join(methods, " ")
}

// checkFunc is a look at a plan that is about to be applied.
type checkFunc func() error

// CheckPlan implements plancheck.PlanCheck.
func (f checkFunc) CheckPlan(_ context.Context, _ plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = f()
}

// words finds words in a message of Terraform, which breaks lines anywhere.
func words(text string) *regexp.Regexp {
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(text), " ", `[\s│]+`))
}

// beforeEachPatch runs a hook before every update, until stop is called.
func (r *race) beforeEachPatch(hook func()) (stop func()) {
	return r.Before(func(request *http.Request) {
		if request.Method == http.MethodPatch {
			hook()
		}
	})
}
