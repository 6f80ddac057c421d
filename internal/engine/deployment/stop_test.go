// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Somebody else is stopping the component. Set waits for the stop, and starts the component only if the change declares that it should run.
func TestOperatorsStop(t *testing.T) {
	t.Parallel()
	patch := engine.Document{"version": "2"}
	for name, c := range map[string]struct {
		change deployment.Change
		want   []string
	}{
		"update":           {change: update, want: []string{"PATCH"}},
		"start":            {change: declared(nil, &yes), want: []string{"start"}},
		"update and start": {change: declared(patch, &yes), want: []string{"PATCH", "start"}},
		"nothing":          {change: fields(nil)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := running(t, refserver.Options{DeployDelay: 50 * time.Millisecond})
			enginetest.Must(t, enginetest.ErrorOf(p.client.Stop(t.Context(), algorithms, p.id)))
			p.server.ClearRequests()
			result := p.mustSet(c.change)
			if result.NotRunning != nil {
				t.Fatal(result.NotRunning)
			}
			p.wantWrites(c.want...)
			if runs, _ := deployment.IsRunning(result.Document); runs != (c.change.Running != nil) {
				t.Errorf("the component is %v", result.Document)
			}
		})
	}
}

// The reply to the stop is lost, and the engine answers the repeated stop with 409. The component was stopped by Set and by nobody else, so
// Set starts it again.
func TestStopWhoseReplyIsLost(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.at(2, asks("stop"), func() {
		p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusConflict, Body: `{"detail": "It is stopped."}`, Times: 1})
	})
	p.server.Fail(refserver.Fault{Match: asks("stop"), Drop: refserver.DropAfter, Times: 1})
	p.mustSet(update)
	p.wantWrites("stop", "stop", "PATCH", "start")
}

// When the component has stopped, its status is Failed. Set still updates and starts the component, and returns StopFailed.
func TestStopThatEndsInFailed(t *testing.T) {
	t.Parallel()
	for name, active := range map[string]bool{"still wanted": true, "no longer wanted": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := running(t, refserver.Options{})
			p.server.Before(func(r *http.Request) {
				switch {
				case asks("stop")(r):
					p.put(active, "Failed")
				case updates(r): // The reference server refuses updates while deployment_active is true.
					p.put(false, "Failed")
				}
			})
			p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusOK, Body: `{"id": "` + p.id + `"}`})
			result := p.mustSet(update)
			if !result.StopFailed || result.Document["version"] != "2" || result.Document["deployment_active"] != true {
				t.Errorf("got %+v, want an update with the note that the stop failed", result)
			}
		})
	}
}

// The component had failed before the stop. So it is not the stop that failed.
func TestStopOfAFailedComponent(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.put(true, "Failed")
	p.at(1, updates, func() { p.put(false, "Failed") })
	p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusOK, Body: `{"id": "` + p.id + `", "deployment_active": false}`})
	if result := p.mustSet(update); result.StopFailed || result.Document["version"] != "2" {
		t.Errorf("got %+v, want an update without the note that the stop failed", result)
	}
}

// The engine answers 409 to the stop, and the component still runs. Set returns the answer and sends no update.
func TestStopThatIsRefusedWhileItRuns(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusConflict, Body: `{"detail": "It is being copied."}`})
	if _, err := p.set(update); err == nil || !strings.Contains(err.Error(), "It is being copied.") {
		t.Errorf("error %v, want the 409 of the stop", err)
	}
	p.wantWrites("stop")
}

// Somebody starts the component right before the update. Set stops it and repeats the update.
func TestStartedInBetween(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.at(1, updates, func() { p.put(true, "Running") })
	p.mustSet(update)
	p.wantWrites("PATCH", "stop", "PATCH", "start")
}

// Delete deletes a component even if its stop never ends, fails or is refused.
func TestDeleteOfWhatDoesNotStop(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]refserver.Fault{
		"never ends": {},
		"fails":      {Match: asks("stop"), Status: http.StatusInternalServerError, Body: `{"detail": "no"}`},
		"refused":    {Match: asks("stop"), Status: http.StatusBadRequest, Body: `{"detail": "no"}`},
		"unknown":    {Match: asks("stop"), Status: http.StatusNotFound, Body: `{"detail": "no"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := stopped(t, refserver.Options{DeployDelay: time.Hour})
			p.put(true, "Running")
			if fault.Match != nil {
				p.server.Fail(fault)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			enginetest.Must(t, enginetest.ErrorOf(p.deployer.Delete(ctx, algorithms, p.id)))
			if doc, ok := p.server.Object("component", p.id); ok {
				t.Errorf("the component is still there: %v", doc)
			}
		})
	}
}

// The engine answers 409 to the delete of a running component. Delete waits for the stop and deletes again, or returns a StopError if the
// context ends first.
func TestDeleteThatIsRefusedUntilTheStop(t *testing.T) {
	t.Parallel()
	for name, patience := range map[string]time.Duration{"stops": 10 * time.Second, "never stops": time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stops := name == "stops"
			p := stopped(t, refserver.Options{DeployDelay: time.Hour})
			p.put(true, "Running")
			refused := p.server.Fail(refserver.Fault{Method: http.MethodDelete, Status: http.StatusConflict, Body: `{"detail": "stop it first"}`})
			deletes := 0
			p.server.Before(func(r *http.Request) {
				switch {
				case r.Method == http.MethodDelete:
					deletes++
				case deletes == 1 && stops:
					p.put(false, "Stopped")
					refused()
				}
			})
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := p.deployer.Delete(ctx, algorithms, p.id)
			var stuck *deployment.StopError
			if stops && err != nil || !stops && !errors.As(err, &stuck) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// The context ends after a step of the stop. Delete returns an error and sends no delete. If the component had not stopped yet, the error
// is a StopError.
func TestDeleteThatIsInterrupted(t *testing.T) {
	t.Parallel()
	for step, delay := range map[string]time.Duration{"waiting for the component to stop": time.Hour, "the component has stopped": 0} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			p := stopped(t, refserver.Options{DeployDelay: delay})
			p.put(true, "Running")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			deployer := deployment.NewDeployer(p.client, func(_ context.Context, msg string, _ map[string]any) {
				if msg == step {
					cancel()
				}
			})
			_, err := deployer.Delete(ctx, algorithms, p.id)
			var stuck *deployment.StopError
			if err == nil || errors.As(err, &stuck) != (delay > 0) {
				t.Errorf("error %v", err)
			}
			p.wantWrites("stop")
		})
	}
}

// The context of Delete ends while Set still updates the component. Delete does not wait for Set, and sends nothing.
func TestDeleteThatIsInterruptedDuringASet(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	errs := make(chan error, 1)
	p.at(1, updates, func() { errs <- enginetest.ErrorOf(p.deployer.Delete(ended, algorithms, p.id)) })
	p.mustSet(update)
	if err := <-errs; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	p.wantWrites("PATCH")
}

// Somebody else stops or starts the component right before Set does, so the engine answers 409. Set succeeds.
func TestStoppedAndStartedMeanwhile(t *testing.T) {
	t.Parallel()
	no := refserver.Fault{Status: http.StatusConflict, Body: `{"detail": "It is already so."}`, Times: 1}
	status := map[bool]string{true: "Running", false: "Stopped"}
	for operation, c := range map[string]struct {
		runs   bool // before the change; afterwards the opposite
		change deployment.Change
	}{
		"stop":  {runs: true, change: update},
		"start": {runs: false, change: declared(engine.Document{"version": "2"}, &yes)},
	} {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			p := stopped(t, refserver.Options{})
			p.put(c.runs, status[c.runs])
			fault := no
			fault.Match = asks(operation)
			p.server.Fail(fault)
			p.at(1, asks(operation), func() { p.put(!c.runs, status[!c.runs]) })
			result := p.mustSet(c.change)
			if result.NotRunning != nil {
				t.Fatal(result.NotRunning)
			}
			doc := p.stored()
			if doc["version"] != "2" || doc["deployment_active"] == c.runs {
				t.Errorf("the component is %v after %v", doc, p.writes())
			}
		})
	}
}

// The engine refuses to show the component while it stops. Set returns the engine's answer, and starts the component again.
func TestStopThatCanNotBeSeen(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	p.at(1, asks("stop"), func() {
		p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	})
	_, err := p.set(update)
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusForbidden {
		t.Errorf("error %v, want the 403 of the read", err)
	}
	p.wantWrites("stop", "start")
}

// The engine's answer to the stop shows that the component has stopped. Delete believes it without another read.
func TestStopWithoutAnotherRead(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.at(1, asks("stop"), func() {
		p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	})
	var steps []string
	deployer := deployment.NewDeployer(p.client, func(_ context.Context, msg string, _ map[string]any) { steps = append(steps, msg) })
	enginetest.Must(t, enginetest.ErrorOf(deployer.Delete(t.Context(), algorithms, p.id)))
	if want := []string{"stopping the component", "the component has stopped"}; !slices.Equal(steps, want) {
		t.Errorf("the steps are %q, want %q", steps, want)
	}
}

// The engine answers 409 to the stop, and then refuses to show the component. Set does not know whether it runs, so it sends no update.
func TestConflictThatCanNotBeSeen(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusConflict, Body: `{"detail": "It is stopped."}`})
	p.at(1, asks("stop"), func() {
		p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	})
	_, err := p.set(update)
	if err == nil || !strings.Contains(err.Error(), "It is stopped.") || !strings.Contains(err.Error(), "not for you") {
		t.Errorf("error %v, want both answers", err)
	}
	p.wantWrites("stop")
}

// The engine refuses to show the component. Delete does not know whether it runs, so it deletes nothing.
func TestDeleteOfWhatCanNotBeSeen(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: reads, Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	_, err := p.deployer.Delete(t.Context(), algorithms, p.id)
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusForbidden {
		t.Errorf("error %v, want the 403 of the read", err)
	}
	p.wantWrites()
}

// The engine answers 409 to the update of a stopped component. There is nothing to stop, so Set only repeats the update.
func TestConflictOfAStoppedComponent(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: updates, Status: http.StatusConflict, Body: `{"detail": "locked"}`, Times: 1})
	p.mustSet(update)
	p.wantWrites("PATCH", "PATCH")
}

// Somebody starts the component right before the update, and the engine refuses the stop. Set returns the answer to the stop too, and does
// not repeat the update.
func TestStopThatIsRefusedInBetween(t *testing.T) {
	t.Parallel()
	p := stopped(t, refserver.Options{})
	p.at(1, updates, func() { p.put(true, "Running") })
	p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	if _, err := p.set(update); err == nil || !strings.Contains(err.Error(), "not for you") {
		t.Errorf("error %v, want the 403 of the stop", err)
	}
	p.wantWrites("PATCH", "stop", "start")
}

// The engine refuses the stop. Set returns its answer and sends no update.
func TestStopThatIsRefused(t *testing.T) {
	t.Parallel()
	p := running(t, refserver.Options{})
	p.server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusForbidden, Body: `{"detail": "not for you"}`})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := p.deployer.Set(ctx, algorithms, p.id, update)
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusForbidden || p.stored()["version"] != "1" {
		t.Errorf("error %v and %v, want the 403 of the stop", err, p.stored())
	}
}
