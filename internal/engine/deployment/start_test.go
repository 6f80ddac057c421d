// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

var yes = true

// asks returns a function that reports whether a request starts or stops a component. operation is "start" or "stop".
func asks(operation string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return r.Method == http.MethodPost && strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/"+operation)
	}
}

func reads(r *http.Request) bool   { return r.Method == http.MethodGet }
func updates(r *http.Request) bool { return r.Method == http.MethodPatch }

// at makes the server call the given function (do) right before it answers the n-th request for which the function matches returns true.
func (p *pump) at(n int64, matches func(*http.Request) bool, do func()) {
	var found atomic.Int64
	p.server.Before(func(r *http.Request) {
		if matches(r) && found.Add(1) == n {
			do()
		}
	})
}

// A start fails after an update, so Set returns Owed. The next Set, which gets Owed, starts the component.
func TestStartThatFailsIsOwed(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: asks("start"), Status: http.StatusInternalServerError, Body: `{"detail": "no room"}`, Times: 1})
	result := p.mustSet(update)
	if result.NotRunning == nil || result.NotRunning.Asked || !result.Owed || result.Document["version"] != "2" {
		t.Fatalf("got %+v, want an update that owes a start", result)
	}
	paid := fields(nil)
	paid.Owed = true
	if result = p.mustSet(paid); result.NotRunning != nil || result.Owed {
		t.Fatalf("got %+v, want the start that is owed", result)
	}
	p.waitRunning()
}

// An earlier Set owes a start, and the engine refuses to show the component. The start is still owed, and nothing was sent.
func TestStartStaysOwed(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	owing := update
	owing.Owed = true
	if result, err := p.set(owing); err == nil || !result.Owed {
		t.Errorf("got %+v, error %v, want a start that is owed", result, err)
	}
	p.wantWrites()
}

// The context ends while another Set still updates the component. The start is still owed, and only the other Set sends something.
func TestStartStaysOwedDuringASet(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	owing := update
	owing.Owed = true
	isOwed := make(chan bool, 1)
	p.at(1, updates, func() {
		result, err := p.deployer.Set(ended, algorithms, p.id, owing)
		isOwed <- result.Owed && errors.Is(err, context.Canceled)
	})
	p.mustSet(update)
	p.wantWrites("PATCH")
	if len(isOwed) == 0 || !<-isOwed {
		t.Error("the start is not owed any longer")
	}
}

// The engine's answer to the update has no values in its deployment fields. The result has the values from before.
func TestUpdateThatShowsNoStatus(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.put(false, "Stopped")
	p.server.Fail(refserver.Fault{
		Match: updates, Status: http.StatusOK, AfterWrite: true,
		Body: `{"id": "` + p.id + `", "version": "2", "deployment_active": null, "deployment_status": null}`,
	})
	doc := p.mustSet(update).Document
	if doc["version"] != "2" || doc["deployment_active"] != false || doc["deployment_status"] != "Stopped" {
		t.Errorf("the result is %v", doc)
	}
}

// The context ends during the stop, the update or the start. Set starts the component again, even if the first request to start is lost.
func TestStartOutlivesTheRun(t *testing.T) {
	t.Parallel()
	for _, at := range []func(*http.Request) bool{
		asks("stop"), asks("start"), updates,
	} {
		p := running(t, refserver.Options{})
		p.server.Fail(refserver.Fault{Match: asks("start"), Drop: refserver.DropBefore, Times: 1})
		ctx, cancel := context.WithCancel(t.Context())
		p.at(1, at, cancel)
		_, _ = p.deployer.Set(ctx, algorithms, p.id, update)
		if doc := p.stored(); doc["deployment_active"] != true {
			t.Errorf("the component was left as %v after %v", doc, p.writes())
		}
		cancel()
	}
}

func TestDeclaredStartWaitsForRunning(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{DeployDelay: 30 * time.Millisecond})
	p.wantRunning(p.set(declared(nil, &yes)))
	if doc := p.stored(); doc["deployment_status"] != "Running" {
		t.Errorf("the component is %v", doc)
	}
}

// Somebody else has just started the component. Set sends no start of its own, and waits until the component runs.
func TestStartOfOthersIsAwaited(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"StartRequested", "Pending"} {
		p := stopped(t, refserver.Options{})
		p.put(true, status)
		p.at(4, reads, func() { p.put(true, "Running") })
		p.wantRunning(p.set(declared(nil, &yes)))
		p.wantWrites()
	}
}

// After a start, the engine still shows the old status for five reads, such as Failed. Set waits for the new status.
func TestStatusFromBeforeIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"Stopped", "Failed", "Succeeded"} {
		p := stopped(t, refserver.Options{DeployDelay: time.Hour})
		p.put(false, before)
		p.server.Fail(refserver.Fault{Match: asks("start"), Status: http.StatusOK, Body: `{"id": "` + p.id + `"}`})
		p.at(6, reads, func() { p.put(true, "Running") }) // Set itself reads once before the start.
		p.wantRunning(p.set(declared(nil, &yes)))
	}
}

// After the start, the engine shows the component without its deployment fields. Nothing says that it does not run.
func TestStartWithoutStatus(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{DeployDelay: time.Hour})
	p.at(2, reads, func() {
		enginetest.Check(t, p.server.Edit("component", p.id, func(doc map[string]any) {
			delete(doc, "deployment_active")
			delete(doc, "deployment_status")
		}))
	})
	if result := p.mustSet(declared(nil, &yes)); result.NotRunning != nil {
		t.Errorf("got %v, want no complaint", result.NotRunning)
	}
}

func TestIsRunning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		doc         engine.Document
		runs, known bool
	}{
		{doc: engine.Document{}},
		{engine.Document{"deployment_status": "Running"}, true, true},
		{engine.Document{"deployment_status": "Stopped"}, false, true},
		{engine.Document{"deployment_active": true}, true, true},
		{engine.Document{"deployment_active": false, "deployment_status": "Running"}, false, true},
		{engine.Document{"deployment_active": true, "deployment_status": "failed"}, false, true},
	} {
		if runs, known := deployment.IsRunning(c.doc); runs != c.runs || known != c.known {
			t.Errorf("%v: runs %t, known %t", c.doc, runs, known)
		}
	}
}

func TestDeclaredStartThatEndsInFailed(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{DeployDelay: time.Hour})
	p.at(3, reads, func() { p.put(true, "Failed") })
	result, err := p.set(declared(nil, &yes))
	if err != nil || result.NotRunning == nil || !result.NotRunning.Asked || result.NotRunning.LastStatus != "Failed" {
		t.Fatalf("got %+v (%v), want a start that ended in Failed", result, err)
	}
	if runs, known := deployment.IsRunning(result.Document); runs || !known {
		t.Errorf("a component that failed runs: %v (%v)", runs, known)
	}
}

// After the start, the engine refuses to show the component. Set says that the component was not seen to run, and why.
func TestStartThatCanNotBeSeen(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{DeployDelay: time.Hour})
	p.at(1, asks("start"), func() {
		p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	})
	result := p.mustSet(declared(nil, &yes))
	why := result.NotRunning
	if why == nil || !why.Asked || why.LastStatus != "StartRequested" || !strings.Contains(why.Error(), "not for you") {
		t.Errorf("got %+v, want a start that could not be seen", why)
	}
}

// The engine's answer to the start shows the status. Set reads the component again only if the declared status is still missing.
func TestStartWithoutAnotherRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		running *bool
		delay   time.Duration
		status  string
	}{
		"declared and running": {running: &yes, status: "Running"},
		"not declared":         {delay: time.Hour, status: "StartRequested"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := stopped(t, refserver.Options{DeployDelay: c.delay})
			p.at(1, asks("start"), func() {
				p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
			})
			change := declared(engine.Document{"version": "2"}, c.running)
			change.Owed = true
			result := p.mustSet(change)
			if got := deployment.Status(result.Document); got != c.status || result.NotRunning != nil {
				t.Errorf("got %s, %v, want %s", got, result.NotRunning, c.status)
			}
		})
	}
}

// The engine refuses a start that the configuration declares. Set says why the component does not run.
func TestDeclaredStartThatIsRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusConflict} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			p := stopped(t, refserver.Options{})
			p.server.Fail(refserver.Fault{Match: asks("start"), Status: status, Body: `{"detail": "not now"}`})
			result := p.mustSet(declared(nil, &yes))
			if why := result.NotRunning; why == nil || why.Asked || !strings.Contains(why.Error(), "could not be started: ") {
				t.Errorf("got %+v, want a start that was refused", why)
			}
		})
	}
}

func TestFailedIsStartedAgainAsDeclared(t *testing.T) {
	t.Parallel()
	for name, canStop := range map[string]bool{"with stop": true, "without stop": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := running(t, refserver.Options{})
			p.put(true, "Failed")
			if !canStop {
				p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusMethodNotAllowed, Body: `{"detail": "no"}`})
				p.at(1, asks("start"), func() { p.put(false, "Failed") }) // The reference server starts only a stopped component.
			}
			p.mustSet(declared(nil, &yes))
			if writes := p.writes(); writes[len(writes)-1] != "start" { // The client repeats the stop before it believes that there is none.
				t.Fatalf("the writes are %v, but the last one must be a start", writes)
			}
			p.waitRunning()
		})
	}
}

func TestStatusInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"StartRequested", "Pending", "Running", "Succeeded", "Failed", "StopRequested"} {
		if got := deployment.Status(engine.Document{"deployment_status": strings.ToUpper(status)}); got != status {
			t.Errorf("%s is read as %s", strings.ToUpper(status), got)
		}
	}
}
