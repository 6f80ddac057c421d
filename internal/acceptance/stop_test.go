// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDeclaredAsItIs declares for the first time what the engine has already: a component that runs is left alone.
func TestDeclaredAsItIs(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	const description = "description = \"Forecasts a flow\"\n"
	const more = description + `
		tags        = [{ id = "t-1", name = "flow" }]
		endpoints   = [{ name = "api", port = 8080 }]
		extra       = jsonencode({ owner = { team = "water" } })`
	c.becomes("create", "1", "")
	err := c.Edit("component", c.id(), func(doc map[string]any) {
		doc["description"] = "Forecasts a flow"
		doc["tags"] = []any{map[string]any{"id": "t-1", "name": "flow", "color": "blue"}}
		doc["endpoints"] = []any{map[string]any{"name": "api", "port": "8080"}}
		doc["owner"] = map[string]any{"team": "water", "since": 2020}
	})
	if err != nil {
		t.Error(err)
	}
	c.put(t, true, "Running")
	c.becomes("update", "1", description).acted()
	c.becomes("update", "1", more).acted()
	c.becomes("update", "1", more+"\nrunning = true").acted()
	c.destroy(t, c.testEngine)
}

// TestImportOfARunningComponent adopts a component with a configuration that says a little more than the import.
func TestImportOfARunningComponent(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	doc, err := c.Client(t).Create(t.Context(), engine.Components("algorithm"), engine.Document{
		"name": "Forecast", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	})
	if err != nil {
		t.Fatal(err)
	}
	c.put(t, true, "Running")
	block := fmt.Sprintf("import {\n  to = engine_component.it\n  id = \"algorithm/%s\"\n}\n", doc["id"])
	c.apply(t, block+c.config("1", "running = true\ntimeouts = { update = \"5m\" }\ndescription = \"\""))
	c.acted()
	c.destroy(t, c.testEngine)
}

// TestStoppedByAnOperator updates a component that somebody is just stopping, and starts it as declared.
func TestStoppedByAnOperator(t *testing.T) {
	t.Parallel()
	for running, want := range map[string][]string{"": {"PATCH"}, "running = true": {"PATCH", "start"}} {
		c := startComponent(t, refserver.Options{})
		c.becomes("create", "1", "running = true")
		if running == "" {
			c.becomes("update", "1", "")
		}
		c.put(t, false, "StopRequested")
		id := c.id()
		time.AfterFunc(3*time.Second, func() { // which is longer than a plan takes
			_ = c.Edit("component", id, func(doc map[string]any) { doc["deployment_status"] = "Stopped" })
		})
		c.becomes("update", "2", running).acted(want...)
		c.destroy(t, c.testEngine)
	}
}

// TestDestroyOfWhatNeverStops removes a component whose stop never ends.
func TestDestroyOfWhatNeverStops(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{DeployDelay: time.Hour})
	const limit = `timeouts = { delete = "2s" }`
	c.becomes("create", "1", limit)
	c.put(t, true, "Running")
	c.becomes("", "1", limit)
	c.destroy(t, c.testEngine)
}

// TestEngineThatDemandsAStop gives a delete the time that is left for the stop, and says what to do when it is over.
func TestEngineThatDemandsAStop(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{DeployDelay: time.Hour})
	const limit = `timeouts = { delete = "2s" }`
	allow := c.testEngine.Fail(refserver.Fault{Method: http.MethodDelete, Status: http.StatusConflict, Body: `{"detail": "It runs."}`})
	c.becomes("create", "1", limit)
	c.put(t, true, "Running")
	c.becomes("", "1", limit)
	c.fails(t, c.Config(""), "It runs. (request")
	c.put(t, true, "Running")
	c.fails(t, c.Config(""), "Give it more time with timeouts = { delete = ... }")
	allow()
	c.apply(t, c.Config(""))
	c.destroy(t, c.testEngine)
}

// TestEngineWithoutDeployment can neither start nor stop components, and says nothing of their deployment.
func TestEngineWithoutDeployment(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed} {
		c := startComponent(t, refserver.Options{})
		for _, operation := range []string{"start", "stop"} {
			c.testEngine.Fail(refserver.Fault{Match: requestTo(operation), Status: status, Body: `{"detail": "There is nothing."}`})
		}
		c.staysUndone("1", "running = true")
		c.fails(t, c.config("2", "running = true"), `The engine has no operation to start components: take running out of the configuration.`)
		c.becomes("update", "2", "")
		c.becomes("update", "3", "")
		c.destroy(t, c.testEngine)
	}
}

// TestWordsOfThePath writes the type of a component in the plural and in another case: it is the same component.
func TestWordsOfThePath(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	becomes := func(action, word, version, inState string) *component {
		t.Helper()
		c.declared(action, strings.Replace(smallComponent(version, ""), `"algorithm"`, fmt.Sprintf("%q", word), 1))
		if got := c.state(t)[theComponent]["type"]; got != inState {
			t.Errorf("the type is %v in state, want %s", got, inState)
		}
		return c
	}
	becomes("create", "algorithms", "1", "algorithms")
	becomes("update", "algorithms", "2", "algorithms")
	becomes("", "Algorithm", "2", "algorithms").acted()
	becomes("", "algorithm", "2", "algorithms")
	becomes("replace", "connectors", "2", "connectors")
	becomes("replace", "pump", "2", "pump")
	becomes("", "Pumps", "2", "pump") // a word that only the engine knows
	becomes("replace", "algorithm", "2", "algorithm")
	c.importsAs("Algorithms/" + c.id())
	c.destroy(t, c.testEngine)
}
