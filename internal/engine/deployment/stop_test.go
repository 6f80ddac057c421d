// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestOperatorsStop changes a component that somebody is just stopping: the stop is waited for, and only a declared start
// undoes it.
func TestOperatorsStop(t *testing.T) {
	t.Parallel()
	patch := engine.Document{"version": "2"}
	for name, c := range map[string]struct {
		change deployment.Change
		want   []string
	}{
		"update":           {fields(patch), []string{"PATCH"}},
		"start":            {declared(nil, &yes), []string{"start"}},
		"update and start": {declared(patch, &yes), []string{"PATCH", "start"}},
		"nothing":          {fields(nil), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{DeployDelay: 50 * time.Millisecond}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := running(t, client, server)
			if _, err := client.Stop(t.Context(), algorithms, component); err != nil {
				t.Fatal(err)
			}
			server.ClearRequests()
			result, err := deployer.Set(t.Context(), algorithms, component, c.change)
			if err != nil || result.NotRunning != nil {
				t.Fatal(err, result.NotRunning)
			}
			if !slices.Equal(asked(server), c.want) {
				t.Errorf("asked %v, want %v", asked(server), c.want)
			}
			if runs, _ := deployment.IsRunning(result.Document); runs != (c.change.Running != nil) {
				t.Errorf("the component is %v", result.Document)
			}
		})
	}
}

// TestStopThatEndsInFailed updates and starts a component all the same, and says so.
func TestStopThatEndsInFailed(t *testing.T) {
	t.Parallel()
	for name, active := range map[string]bool{"still wanted": true, "no longer wanted": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := running(t, client, server)
			server.Before(func(r *http.Request) {
				switch {
				case asks("stop")(r):
					put(t, server, component, active, "Failed")
				case r.Method == http.MethodPatch: // which the reference server refuses while the component is wanted
					put(t, server, component, false, "Failed")
				}
			})
			server.Fail(refserver.Fault{Match: asks("stop"), Status: http.StatusOK, Body: `{"id": "` + component + `"}`})
			result, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"version": "2"}))
			if err != nil {
				t.Fatal(err)
			}
			if !result.StopFailed || result.Document["version"] != "2" || result.Document["deployment_active"] != true {
				t.Errorf("got %+v, want an update with the note that the stop failed", result)
			}
		})
	}
}

// TestStartedInBetween has somebody start a component between the read and the update of it.
func TestStartedInBetween(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	server.ClearRequests()
	patches := 0
	server.Before(func(r *http.Request) {
		if r.Method == http.MethodPatch {
			if patches++; patches == 1 {
				put(t, server, component, true, "Running")
			}
		}
	})
	if _, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"version": "2"})); err != nil {
		t.Fatal(err)
	}
	if want := []string{"PATCH", "stop", "PATCH", "start"}; !slices.Equal(asked(server), want) {
		t.Errorf("asked %v, want %v", asked(server), want)
	}
}

// TestDeleteOfWhatDoesNotStop removes components all the same.
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
			client, server := enginetest.Start(t, refserver.Options{DeployDelay: time.Hour}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
			put(t, server, component, true, "Running")
			if fault.Match != nil {
				server.Fail(fault)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			if _, err := deployer.Delete(ctx, algorithms, component); err != nil {
				t.Fatal(err)
			}
			if doc, ok := server.Object("component", component); ok {
				t.Errorf("the component is still there: %v", doc)
			}
		})
	}
}

// TestDeleteThatIsRefusedUntilTheStop waits for the stop when the engine demands it, and not without end. Half of its patience is over
// before it asks for the deletion.
func TestDeleteThatIsRefusedUntilTheStop(t *testing.T) {
	t.Parallel()
	for name, patience := range map[string]time.Duration{"stops": 10 * time.Second, "never stops": time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stops := name == "stops"
			client, server := enginetest.Start(t, refserver.Options{DeployDelay: time.Hour}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
			put(t, server, component, true, "Running")
			refused := server.Fail(refserver.Fault{Method: http.MethodDelete, Status: http.StatusConflict, Body: `{"detail": "stop it first"}`})
			deletes := 0
			server.Before(func(r *http.Request) {
				switch {
				case r.Method == http.MethodDelete:
					deletes++
				case deletes == 1 && stops:
					put(t, server, component, false, "Stopped")
					refused()
				}
			})
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := deployer.Delete(ctx, algorithms, component)
			var stuck *deployment.StopError
			if stops && err != nil || !stops && !errors.As(err, &stuck) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestStoppedAndStartedMeanwhile has somebody stop or start a component right before the deployer does, in an engine that
// refuses both when there is nothing to do.
func TestStoppedAndStartedMeanwhile(t *testing.T) {
	t.Parallel()
	no := refserver.Fault{Status: http.StatusConflict, Body: `{"detail": "It is already so."}`, Times: 1}
	for name, c := range map[string]struct {
		operation string
		runs      bool // before and after: somebody else decides
		change    deployment.Change
	}{
		"stop":  {"stop", true, fields(engine.Document{"version": "2"})},
		"start": {"start", false, declared(engine.Document{"version": "2"}, &yes)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
			put(t, server, component, c.runs, map[bool]string{true: "Running", false: "Stopped"}[c.runs])
			fault := no
			fault.Match = asks(c.operation)
			server.Fail(fault)
			server.Before(func(r *http.Request) {
				if asks(c.operation)(r) {
					put(t, server, component, !c.runs, map[bool]string{true: "Stopped", false: "Running"}[c.runs])
				}
			})
			result, err := deployer.Set(t.Context(), algorithms, component, c.change)
			if err != nil || result.NotRunning != nil {
				t.Fatal(err, result.NotRunning)
			}
			doc, _ := server.Object("component", component)
			if doc["version"] != "2" || doc["deployment_active"] == c.runs {
				t.Errorf("the component is %v after %v", doc, asked(server))
			}
		})
	}
}
