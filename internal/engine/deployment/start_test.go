// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"context"
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

var yes = true

// asks matches the requests for an operation.
func asks(operation string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return r.Method == http.MethodPost && strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/"+operation)
	}
}

// put gives a component a deployment that no request asked for.
func put(t *testing.T, server *refserver.Server, id string, active bool, status string) {
	t.Helper()
	err := server.Edit("component", id, func(doc map[string]any) {
		doc["deployment_active"], doc["deployment_status"] = active, status
	})
	if err != nil {
		t.Error(err)
	}
}

func TestStartThatFailsIsOwed(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	server.Fail(refserver.Fault{Match: asks("start"), Status: http.StatusInternalServerError, Body: `{"detail": "no room"}`, Times: 1})
	result, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"version": "2"}))
	if err != nil {
		t.Fatal(err)
	}
	if result.NotRunning == nil || result.NotRunning.Asked || !result.Owed || result.Document["version"] != "2" {
		t.Fatalf("got %+v, want an update that owes a start", result)
	}
	paid := fields(nil)
	paid.Owed = true
	result, err = deployer.Set(t.Context(), algorithms, component, paid)
	if err != nil || result.NotRunning != nil || result.Owed {
		t.Fatalf("got %+v (%v), want the start that is owed", result, err)
	}
	waitRunning(t, server, component)
}

// TestStartOutlivesTheRun interrupts an update at each of its writes, and has the first start be lost. The component runs
// afterwards.
func TestStartOutlivesTheRun(t *testing.T) {
	t.Parallel()
	for _, at := range []func(*http.Request) bool{
		asks("stop"), asks("start"), func(r *http.Request) bool { return r.Method == http.MethodPatch },
	} {
		client, server := enginetest.Start(t, refserver.Options{}, nil)
		deployer := deployment.NewDeployer(client, nil)
		component := running(t, client, server)
		server.Fail(refserver.Fault{Match: asks("start"), Drop: refserver.DropBefore, Times: 1})
		ctx, cancel := context.WithCancel(t.Context())
		server.Before(func(r *http.Request) {
			if at(r) {
				cancel()
			}
		})
		_, _ = deployer.Set(ctx, algorithms, component, fields(engine.Document{"version": "2"}))
		if doc, _ := server.Object("component", component); doc["deployment_active"] != true {
			t.Errorf("the component was left as %v after %v", doc, asked(server))
		}
		cancel()
	}
}

func TestDeclaredStartWaitsForRunning(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: 30 * time.Millisecond}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	result, err := deployer.Set(t.Context(), algorithms, component, declared(nil, &yes))
	if err != nil || result.NotRunning != nil || deployment.Status(result.Document) != "Running" {
		t.Errorf("got %+v (%v), want a component that runs", result, err)
	}
	if doc, _ := server.Object("component", component); doc["deployment_status"] != "Running" {
		t.Errorf("the component is %v", doc)
	}
}

// TestStatusFromBeforeIsNoAnswer starts a component of an engine that shows the start some time after it took it.
func TestStatusFromBeforeIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"Stopped", "Failed", "Succeeded"} {
		client, server := enginetest.Start(t, refserver.Options{DeployDelay: time.Hour}, nil)
		deployer := deployment.NewDeployer(client, nil)
		component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
		put(t, server, component, false, before)
		server.Fail(refserver.Fault{Match: asks("start"), Status: http.StatusOK, Body: `{"id": "` + component + `"}`})
		reads := 0
		server.Before(func(r *http.Request) {
			if r.Method == http.MethodGet {
				if reads++; reads == 4 {
					put(t, server, component, true, "Running")
				}
			}
		})
		result, err := deployer.Set(t.Context(), algorithms, component, declared(nil, &yes))
		if err != nil || result.NotRunning != nil || deployment.Status(result.Document) != "Running" {
			t.Errorf("%s before: got %+v (%v), want a component that runs", before, result, err)
		}
	}
}

func TestDeclaredStartThatEndsInFailed(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: time.Hour}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	reads := 0
	server.Before(func(r *http.Request) {
		if r.Method == http.MethodGet {
			if reads++; reads == 3 {
				put(t, server, component, true, "Failed")
			}
		}
	})
	result, err := deployer.Set(t.Context(), algorithms, component, declared(nil, &yes))
	if err != nil || result.NotRunning == nil || !result.NotRunning.Asked || result.NotRunning.LastStatus != "Failed" {
		t.Fatalf("got %+v (%v), want a start that ended in Failed", result, err)
	}
	if runs, known := deployment.IsRunning(result.Document); runs || !known {
		t.Errorf("a component that failed runs: %v (%v)", runs, known)
	}
}

func TestFailedIsStartedAnewAsDeclared(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	put(t, server, component, true, "Failed")
	if _, err := deployer.Set(t.Context(), algorithms, component, declared(nil, &yes)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"stop", "start"}; !slices.Equal(asked(server), want) {
		t.Errorf("asked %v, want %v", asked(server), want)
	}
	waitRunning(t, server, component)
}
