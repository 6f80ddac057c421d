// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var algorithms = engine.Components("algorithm")

type pump struct {
	t        *testing.T
	client   *engine.Client
	server   *refserver.Server
	deployer *deployment.Deployer
	id       string
}

func stopped(t *testing.T, options refserver.Options) *pump {
	t.Helper()
	client, server := enginetest.Start(t, options, nil)
	p := &pump{t: t, client: client, server: server, deployer: deployment.NewDeployer(client, nil)}
	p.id = p.create()
	return p
}

func running(t *testing.T, options refserver.Options) *pump {
	t.Helper()
	p := stopped(t, options)
	p.start()
	return p
}

func (p *pump) start() {
	p.t.Helper()
	enginetest.Must(p.t, enginetest.ErrorOf(p.client.Start(p.t.Context(), algorithms, p.id)))
	p.waitRunning()
	p.server.ClearRequests()
}

func (p *pump) create() (id string) {
	p.t.Helper()
	defer p.server.ClearRequests()
	return enginetest.ID(p.t, enginetest.Create(p.t, p.client, algorithms, enginetest.Component("pump")))
}

func (p *pump) set(change deployment.Change) (deployment.Result, error) {
	return p.deployer.Set(p.t.Context(), algorithms, p.id, change)
}

func (p *pump) mustSet(change deployment.Change) deployment.Result {
	p.t.Helper()
	result, err := p.set(change)
	enginetest.Must(p.t, err)
	return result
}

// put sets the deployment fields on the reference server, as if the component had started, stopped or failed by itself.
func (p *pump) put(active bool, status string) {
	p.t.Helper()
	enginetest.Check(p.t, p.server.Edit("component", p.id, func(doc map[string]any) {
		doc["deployment_active"], doc["deployment_status"] = active, status
	}))
}

func (p *pump) stored() map[string]any {
	doc, _ := p.server.Object("component", p.id)
	return doc
}

func (p *pump) waitRunning() {
	p.t.Helper()
	for p.stored()["deployment_status"] != "Running" {
		select {
		case <-p.t.Context().Done():
			p.t.Fatal("the component never runs")
		case <-time.After(time.Millisecond):
		}
	}
}

func (p *pump) writes() []string {
	var words []string
	for _, r := range p.server.Requests() {
		switch r.Method {
		case http.MethodGet:
		case http.MethodPost:
			path := strings.Trim(r.Path, "/")
			words = append(words, path[strings.LastIndex(path, "/")+1:])
		default:
			words = append(words, r.Method)
		}
	}
	return words
}

func (p *pump) wantWrites(want ...string) {
	p.t.Helper()
	if got := p.writes(); !slices.Equal(got, want) {
		p.t.Errorf("the writes are %v, want %v", got, want)
	}
}

func (p *pump) wantRunning(result deployment.Result, err error) {
	p.t.Helper()
	if err != nil || result.NotRunning != nil || deployment.Status(result.Document) != "Running" {
		p.t.Errorf("got %+v (%v), want a component that runs", result, err)
	}
}

// fields returns a Change that updates the fields in patch. The component runs afterwards only if it ran before.
func fields(patch engine.Document) deployment.Change { return declared(patch, nil) }

// The reference server accepts a new version only while the component is stopped.
var update = fields(engine.Document{"version": "2"})

func declared(patch engine.Document, running *bool) deployment.Change {
	return deployment.Change{Running: running, Patch: func(engine.Document) engine.Document { return patch }}
}

func TestSetStopsAndStartsAgain(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	deployed := p.mustSet(update)
	p.wantWrites("stop", "PATCH", "start")
	if deployed.Document["version"] != "2" || deployed.Document["deployment_active"] != true || deployed.StopFailed {
		t.Errorf("got %+v", deployed)
	}
}

// With Restart, Set stops and starts a running component, and only starts a stopped one. It reports each step to Progress.
func TestSetRestarts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		begin         func(*testing.T, refserver.Options) *pump
		writes, steps []string
	}{
		"running": {
			begin: running, writes: []string{"stop", "start"},
			steps: []string{"stopping the component", "the component has stopped", "starting the component", "the component runs"},
		},
		"stopped": {begin: stopped, writes: []string{"start"}, steps: []string{"starting the component", "the component runs"}},
	} {
		p := test.begin(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
		change := declared(nil, &yes)
		var steps []string
		change.Restart, change.Progress = true, func(step, _ string) {
			if !strings.HasPrefix(step, "waiting") {
				steps = append(steps, step)
			}
		}
		p.wantRunning(p.set(change))
		p.wantWrites(test.writes...)
		if !slices.Equal(steps, test.steps) {
			t.Errorf("%s: the steps are %q", name, steps)
		}
	}
}

// Each case lists the requests of Set for a running or a stopped component. The change may declare that the component should run or stop
// afterwards.
func TestSetRunsAsDeclared(t *testing.T) {
	t.Parallel()
	on, off := true, false
	patch := engine.Document{"version": "2"}
	for name, c := range map[string]struct {
		begin  func(*testing.T, refserver.Options) *pump
		change deployment.Change
		want   []string
	}{
		"stopped stays stopped":            {begin: stopped, change: update, want: []string{"PATCH"}},
		"stopped is started":               {begin: stopped, change: declared(patch, &on), want: []string{"PATCH", "start"}},
		"stopped is started without patch": {begin: stopped, change: declared(nil, &on), want: []string{"start"}},
		"running stays untouched":          {begin: running, change: declared(nil, &on)},
		"running is stopped":               {begin: running, change: declared(nil, &off), want: []string{"stop"}},
		"running is updated and stopped":   {begin: running, change: declared(patch, &off), want: []string{"stop", "PATCH"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := c.begin(t, refserver.Options{})
			p.mustSet(c.change)
			p.wantWrites(c.want...)
		})
	}
}

func TestSetStartsAgainAfterAFailedPatch(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	_, err := p.set(fields(engine.Document{"deployment_capacity": "vast"}))
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
		t.Fatalf("error %v, want the 400 of the update", err)
	}
	p.waitRunning()
}

// The component never stops. When the context ends, Set returns a StopError. It has sent no update, and starts the component again.
func TestSetWhoseStopNeverEnds(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{DeployDelay: time.Hour})
	p.put(true, "Running")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p.at(4, reads, cancel)
	_, err := p.deployer.Set(ctx, algorithms, p.id, update)
	var stuck *deployment.StopError
	if !errors.As(err, &stuck) || stuck.LastStatus != "StopRequested" || !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a StopError with the last status", err)
	}
	doc := p.stored()
	if doc["version"] != "1" || doc["deployment_active"] != true {
		t.Errorf("the component was left as %v", doc)
	}
}

// The engine answers 404 or 405 to the request that stops a component. Set sends the update without a stop.
func TestSetOfAnEngineWithoutStop(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed} {
		p := stopped(t, refserver.Options{})
		p.put(false, "Pending")
		for _, operation := range []string{"stop", "start"} {
			p.server.Fail(refserver.Fault{Match: asks(operation), Status: status, Body: `{"detail": "Not here."}`})
		}
		p.at(1, updates, func() { p.put(false, "Stopped") }) // This engine accepts updates of running components.
		deployed := p.mustSet(update)
		if !deployed.Unstoppable || deployed.Document["version"] != "2" {
			t.Errorf("%d: got %+v, want an update with the note that nothing was stopped", status, deployed)
		}
	}
}

func TestDeleteStopsFirst(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	enginetest.Must(t, enginetest.ErrorOf(p.deployer.Delete(t.Context(), algorithms, p.id)))
	p.wantWrites("stop", "DELETE")
	if _, err := p.deployer.Delete(t.Context(), algorithms, p.id); err != nil {
		t.Errorf("deleting what is gone: %v", err)
	}
}

func TestSetOneAtATime(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{DeployDelay: 10 * time.Millisecond})
	var group sync.WaitGroup
	for _, field := range []string{"version", "description"} {
		group.Go(func() { enginetest.Check(t, enginetest.ErrorOf(p.set(fields(engine.Document{field: "2"})))) })
	}
	group.Wait()
	p.wantWrites("stop", "PATCH", "start", "stop", "PATCH", "start")
}

// Sets of two components don't wait for each other: one can finish while the other component is still stopping.
func TestSetsSideBySide(t *testing.T) {
	t.Parallel()
	slow := running(t, refserver.Options{})
	quick := *slow
	quick.id = quick.create()
	quick.start()
	done := make(chan struct{})
	slow.server.Before(func(r *http.Request) {
		if strings.Contains(r.URL.Path, slow.id+"/stop") {
			select {
			case <-done:
			case <-r.Context().Done():
			}
		}
	})
	var group sync.WaitGroup
	group.Go(func() { enginetest.Check(t, enginetest.ErrorOf(slow.set(update))) })
	enginetest.Check(t, enginetest.ErrorOf(quick.set(update)))
	close(done)
	group.Wait()
}

// Somebody else changes the component while it stops, and again right before the update. Set makes the update from the newest document.
func TestSetMakesTheUpdateOfWhatItIsThen(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	write := func(name string) {
		enginetest.Check(t, p.server.Edit("component", p.id, func(doc map[string]any) { doc["name"] = name }))
	}
	var patches atomic.Int64
	p.server.Before(func(r *http.Request) {
		switch {
		case strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/stop"):
			write("while it stops")
		case r.Method == http.MethodPatch && patches.Add(1) == 1:
			write("before the update")
		}
	})
	patch := func(current engine.Document) engine.Document { return engine.Document{"description": current["name"]} }
	deployed := p.mustSet(deployment.Change{Patch: patch})
	if deployed.Document["description"] != "before the update" {
		t.Errorf("the component is %v", deployed.Document)
	}
	p.wantWrites("stop", "PATCH", "PATCH", "start")
}
