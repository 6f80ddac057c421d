// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

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

// TestDeclaredAsItIs adds attributes to the configuration of a running component. The engine already has their values. The apply must not
// stop the component.
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
	c.becomes("update", "1", description).wantActions()
	c.becomes("update", "1", more).wantActions()
	c.becomes("update", "1", more+"\nrunning = true").wantActions()
	c.destroy(t, c.testEngine)
}

// TestImportOfARunningComponent imports a running component with a configuration that declares slightly more than the import shows. The
// apply must not stop the component.
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
	c.wantActions()
	c.destroy(t, c.testEngine)
}

// TestStoppedByAnOperator updates a component while somebody else is stopping it. The apply must wait until the component has stopped. It
// may start the component again only if running = true is declared.
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
		time.AfterFunc(3*time.Second, func() { // longer than a plan takes
			_ = c.Edit("component", id, func(doc map[string]any) { doc["deployment_status"] = "Stopped" })
		})
		c.becomes("update", "2", running).wantActions(want...)
		c.destroy(t, c.testEngine)
	}
}

// TestEngineThatDemandsAStop uses an engine that deletes only stopped components, and a component that never stops. After the timeout for
// deletes, the error must say how to set a longer timeout.
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

// TestWordsOfThePath declares a component's type in other spellings, such as "algorithms" or "Algorithm". A new spelling of the same type
// must be no change; another type must replace the component.
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
	becomes("", "Algorithm", "2", "algorithms").wantActions()
	becomes("", "algorithm", "2", "algorithms")
	becomes("replace", "connectors", "2", "connectors")
	becomes("replace", "pump", "2", "pump")
	becomes("", "Pumps", "2", "pump") // a word that only the engine knows
	becomes("replace", "algorithm", "2", "algorithm")
	c.importsAs("Algorithms/" + c.id())
	c.destroy(t, c.testEngine)
}

func (c *component) stopWarnings(config string, arguments ...string) []string {
	c.Helper()
	c.configure(c.T, config)
	var told []string
	for _, line := range c.lines(c.T, arguments...) {
		if line.Diagnostic.Summary == "The update stops the component" {
			told = append(told, line.Diagnostic.Address+": "+line.Diagnostic.Detail)
		}
	}
	return told
}

// plans plans the configuration. With isTold, exactly one warning must say that the update stops the component. Without isTold, no warning
// may say it.
func (c *component) plans(isTold bool, config string, options ...string) {
	c.Helper()
	told := c.stopWarnings(config, append([]string{"plan"}, options...)...)
	if isTold != (len(told) == 1) || isTold && !strings.HasPrefix(told[0], theComponent+`: The component "Forecast" (`+c.id()+`) runs.`) {
		c.Errorf("the plan %v tells %q, want it told: %v\n%s", options, told, isTold, config)
	}
}

// TestStopIsTold plans changes of a running component. A plan must warn if its apply will stop the component, and only then.
func TestStopIsTold(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	c.becomes("create", "1", "")
	c.plans(false, c.config("2", ""))
	if err := c.Edit("component", c.id(), func(doc map[string]any) { doc["description"] = "Forecasts a flow" }); err != nil {
		t.Error(err)
	}
	c.put(t, true, "Running")
	c.plans(true, c.config("2", ""))
	c.plans(true, c.config("2", "running = true"))
	c.plans(false, c.config("1", ""))
	c.plans(false, c.config("1", `timeouts = { update = "5m" }`))
	c.plans(false, c.config("1", "running = true"))
	c.plans(false, c.config("1", `description = "Forecasts a flow"`)) // the engine has this value already
	c.plans(false, c.config("2", "running = false"))
	c.plans(false, c.config("2", ""), "-refresh=false")
	c.plans(false, c.Config(""))
	c.plans(false, strings.Replace(c.config("2", ""), `"algorithm"`, `"connector"`, 1)) // a replacement is no update
	c.plans(true, c.Config(smallComponent("2", "description = terraform_data.text.id")+"\nresource \"terraform_data\" \"text\" {}\n"))
	c.put(t, false, "Stopped")
	c.plans(false, c.config("2", ""))
	c.put(t, true, "Running")

	c.plans(true, c.config("2", ""), "-out=saved")
	told, err := c.terraformRun.Run(t.Context(), "apply", "-json", "saved")
	if err != nil || strings.Contains(told, "The update stops the component") {
		t.Errorf("the apply of a saved plan says it again, or fails (%v):\n%s", err, told)
	}
	if told := c.stopWarnings(c.config("3", ""), "apply", "-auto-approve"); len(told) != 1 {
		t.Errorf("the plan of an apply says %q", told)
	}
	c.destroy(t, c.testEngine)
}

// TestStopIsToldOfMany plans updates of 40 components, of which seven run. For so many components, the provider sends list requests instead
// of one read for each component. The plan must still warn about all seven.
func TestStopIsToldOfMany(t *testing.T) {
	t.Parallel()
	const count = 40
	c := startComponent(t, refserver.Options{})
	many := func(version string) string {
		return c.Config(strings.Replace(smallComponent(version, ""), "{", fmt.Sprintf("{\n\t\tcount = %d", count), 1))
	}
	c.apply(t, many("1"))
	for _, doc := range c.Objects("component")[:7] {
		if _, err := c.Client(t).Start(t.Context(), engine.Components("algorithm"), fmt.Sprint(doc["id"])); err != nil {
			t.Fatal(err)
		}
	}
	c.ClearRequests()
	if told := c.stopWarnings(many("2"), "plan"); len(told) != 7 {
		t.Errorf("the plan tells %d times of a stop, want 7", len(told))
	}
	if got := len(c.Requests()); got > count/2 {
		t.Errorf("%d requests were made for %d components", got, count)
	}
	c.destroy(t, c.testEngine)
}

// TestStopOfAnEngineWithoutIt uses an engine that can't stop components. The first plan must warn about a stop. The first update shows the
// provider that no stop happens, so later plans must not warn.
func TestStopOfAnEngineWithoutIt(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	allow := c.testEngine.Fail(refserver.Fault{Match: requestTo("stop"), Status: http.StatusNotFound, Body: `{"detail": "There is nothing."}`})
	patchAll := c.Before(func(r *http.Request) { // This engine updates running components.
		if r.Method == http.MethodPatch {
			c.put(t, false, "Stopped")
		}
	})
	c.becomes("create", "1", "")
	c.put(t, true, "Running")
	c.plans(true, c.config("2", ""))
	c.becomes("update", "2", "")
	c.put(t, true, "Running")
	c.plans(false, c.config("3", ""))
	allow()
	c.becomes("update", "3", "")
	c.put(t, true, "Running")
	c.plans(true, c.config("4", ""))
	patchAll()
	c.destroy(t, c.testEngine)
}
