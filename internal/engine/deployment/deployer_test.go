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

// TestMain wants no goroutine left when the tests are done.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var algorithms = engine.Components("algorithm")

// running creates a component and starts it.
func running(t *testing.T, client *engine.Client, server *refserver.Server) string {
	t.Helper()
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	if _, err := client.Start(t.Context(), algorithms, component); err != nil {
		t.Fatal(err)
	}
	waitRunning(t, server, component)
	server.ClearRequests()
	return component
}

// waitRunning returns when the component runs.
func waitRunning(t *testing.T, server *refserver.Server, id string) {
	t.Helper()
	for {
		if doc, _ := server.Object("component", id); doc["deployment_status"] == "Running" {
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the component never runs")
		case <-time.After(time.Millisecond):
		}
	}
}

// asked are the last path words of the requests that change something, "PATCH" for an update.
func asked(server *refserver.Server) []string {
	var words []string
	for _, r := range server.Requests() {
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

// fields is a change of fields that leaves the object as running as it was.
func fields(patch engine.Document) deployment.Change { return declared(patch, nil) }

func declared(patch engine.Document, running *bool) deployment.Change {
	return deployment.Change{Running: running, Patch: func(ctx context.Context, _ engine.Document) (context.Context, engine.Document) {
		return ctx, patch
	}}
}

func TestSetStopsAndStartsAgain(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: 20 * time.Millisecond}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	deployed, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"version": "2"}))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"stop", "PATCH", "start"}; !slices.Equal(asked(server), want) {
		t.Errorf("asked %v, want %v", asked(server), want)
	}
	if deployed.Document["version"] != "2" || deployed.Document["deployment_active"] != true {
		t.Errorf("the component is %v", deployed.Document)
	}
}

func TestSetRestarts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		runs  bool
		asked []string
		steps []string
	}{
		{true, []string{"stop", "start"}, []string{"stopping the component", "the component has stopped", "starting the component", "the component runs"}},
		{false, []string{"start"}, []string{"starting the component", "the component runs"}},
	} {
		client, server := enginetest.Start(t, refserver.Options{DeployDelay: 20 * time.Millisecond}, nil)
		deployer := deployment.NewDeployer(client, nil)
		component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
		if test.runs {
			component = running(t, client, server)
		}
		server.ClearRequests()
		change := declared(nil, &yes)
		var steps []string
		change.Restart, change.Progress = true, func(step, _ string) {
			if !strings.HasPrefix(step, "waiting") {
				steps = append(steps, step)
			}
		}
		result, err := deployer.Set(t.Context(), algorithms, component, change)
		if err != nil || result.NotRunning != nil || deployment.Status(result.Document) != "Running" {
			t.Errorf("runs %t: got %+v (%v), want a component that runs", test.runs, result, err)
		}
		if !slices.Equal(asked(server), test.asked) || !slices.Equal(steps, test.steps) {
			t.Errorf("runs %t: asked %v in the steps %q", test.runs, asked(server), steps)
		}
	}
}

func TestSetRunsAsDeclared(t *testing.T) {
	t.Parallel()
	on, off := true, false
	cases := map[string]struct {
		runs    bool
		patch   engine.Document
		declare *bool
		want    []string
	}{
		"stopped stays stopped":            {false, engine.Document{"version": "2"}, nil, []string{"PATCH"}},
		"stopped is started":               {false, engine.Document{"version": "2"}, &on, []string{"PATCH", "start"}},
		"stopped is started without patch": {false, nil, &on, []string{"start"}},
		"running stays untouched":          {true, nil, &on, nil},
		"running is stopped":               {true, nil, &off, []string{"stop"}},
		"running is updated and stopped":   {true, engine.Document{"version": "2"}, &off, []string{"stop", "PATCH"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{}, nil)
			deployer := deployment.NewDeployer(client, nil)
			component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
			if c.runs {
				if _, err := client.Start(t.Context(), algorithms, component); err != nil {
					t.Fatal(err)
				}
			}
			server.ClearRequests()
			if _, err := deployer.Set(t.Context(), algorithms, component, declared(c.patch, c.declare)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(asked(server), c.want) {
				t.Errorf("asked %v, want %v", asked(server), c.want)
			}
		})
	}
}

func TestSetStartsAgainAfterAFailedPatch(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	_, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"deployment_capacity": "vast"}))
	var refused *engine.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
		t.Fatalf("error %v, want the 400 of the update", err)
	}
	waitRunning(t, server, component)
}

func TestSetWhoseStopNeverEnds(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: time.Hour}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	err := server.Edit("component", component, func(doc map[string]any) {
		doc["deployment_active"], doc["deployment_status"] = true, "Running"
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var reads atomic.Int64
	server.Before(func(r *http.Request) {
		if r.Method == http.MethodGet && reads.Add(1) == 4 {
			cancel()
		}
	})
	_, err = deployer.Set(ctx, algorithms, component, fields(engine.Document{"version": "2"}))
	var stuck *deployment.StopError
	if !errors.As(err, &stuck) || stuck.LastStatus != "StopRequested" || !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a StopError with the last status", err)
	}
	doc, _ := server.Object("component", component)
	if doc["version"] != "1" || doc["deployment_active"] != true {
		t.Errorf("the component was left as %v", doc)
	}
}

func TestSetOfAnEngineWithoutStop(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, enginetest.Component("pump")))
	err := server.Edit("component", component, func(doc map[string]any) { doc["deployment_status"] = "Pending" })
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range []string{"/stop", "/start"} {
		server.Fail(refserver.Fault{
			Match:  func(r *http.Request) bool { return strings.Contains(r.URL.Path, operation) },
			Status: http.StatusNotFound, Body: `{"detail": "Not found."}`,
		})
	}
	server.Before(func(r *http.Request) { // which does not mind updates of what runs
		if r.Method == http.MethodPatch {
			if err := server.Edit("component", component, func(doc map[string]any) { doc["deployment_status"] = "Stopped" }); err != nil {
				t.Error(err)
			}
		}
	})
	deployed, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{"version": "2"}))
	if err != nil {
		t.Fatal(err)
	}
	if !deployed.Unstoppable || deployed.Document["version"] != "2" {
		t.Errorf("got %+v, want an update with the note that nothing was stopped", deployed)
	}
}

func TestDeleteStopsFirst(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	if _, err := deployer.Delete(t.Context(), algorithms, component); err != nil {
		t.Fatal(err)
	}
	if want := []string{"stop", "DELETE"}; !slices.Equal(asked(server), want) {
		t.Errorf("asked %v, want %v", asked(server), want)
	}
	if _, err := deployer.Delete(t.Context(), algorithms, component); err != nil {
		t.Errorf("deleting what is gone: %v", err)
	}
}

// TestSetOneAtATime updates one component twice at once, and others beside it.
func TestSetOneAtATime(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: 10 * time.Millisecond}, nil)
	deployer := deployment.NewDeployer(client, nil)
	component := running(t, client, server)
	var group sync.WaitGroup
	for _, field := range []string{"version", "description"} {
		group.Go(func() {
			if _, err := deployer.Set(t.Context(), algorithms, component, fields(engine.Document{field: "2"})); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	want := []string{"stop", "PATCH", "start", "stop", "PATCH", "start"}
	if got := asked(server); !slices.Equal(got, want) {
		t.Errorf("asked %v, want one update after the other: %v", got, want)
	}
}

// TestSetsSideBySide holds one component's stop back until the other's update is done.
func TestSetsSideBySide(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	deployer := deployment.NewDeployer(client, nil)
	slow, quick := running(t, client, server), running(t, client, server)
	done := make(chan struct{})
	server.Before(func(r *http.Request) {
		if strings.Contains(r.URL.Path, slow+"/stop") {
			select {
			case <-done:
			case <-r.Context().Done():
			}
		}
	})
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := deployer.Set(t.Context(), algorithms, slow, fields(engine.Document{"version": "2"})); err != nil {
			t.Error(err)
		}
	})
	if _, err := deployer.Set(t.Context(), algorithms, quick, fields(engine.Document{"version": "2"})); err != nil {
		t.Error(err)
	}
	close(done)
	group.Wait()
}

// TestSetMakesTheUpdateOfWhatItIsThen has somebody write while the component stops, and once more before the update: what is sent is
// made of the document as it is then.
func TestSetMakesTheUpdateOfWhatItIsThen(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{DeployDelay: 20 * time.Millisecond}, nil)
	component := running(t, client, server)
	write := func(name string) {
		if err := server.Edit("component", component, func(doc map[string]any) { doc["name"] = name }); err != nil {
			t.Error(err)
		}
	}
	var patches atomic.Int64
	server.Before(func(r *http.Request) {
		switch {
		case strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/stop"):
			write("while it stops")
		case r.Method == http.MethodPatch && patches.Add(1) == 1:
			write("before the update")
		}
	})
	patch := func(ctx context.Context, current engine.Document) (context.Context, engine.Document) {
		return ctx, engine.Document{"description": current["name"]}
	}
	deployed, err := deployment.NewDeployer(client, nil).Set(t.Context(), algorithms, component, deployment.Change{Patch: patch})
	if err != nil {
		t.Fatal(err)
	}
	if deployed.Document["description"] != "before the update" {
		t.Errorf("the component is %v", deployed.Document)
	}
	if want := []string{"stop", "PATCH", "PATCH", "start"}; !slices.Equal(asked(server), want) {
		t.Errorf("asked %v, want %v", asked(server), want)
	}
}
