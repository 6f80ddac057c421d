// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// stopWarnings are the warnings of a command that an update stops components.
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

// plans wants a plan to tell of a stop, or not.
func (c *component) plans(isTold bool, config string, options ...string) {
	c.Helper()
	told := c.stopWarnings(config, append([]string{"plan"}, options...)...)
	if isTold != (len(told) == 1) || isTold && !strings.HasPrefix(told[0], theComponent+`: The component "Forecast" (`+c.id()+`) runs.`) {
		c.Errorf("the plan %v tells %q, want it told: %v\n%s", options, told, isTold, config)
	}
}

// TestStopIsTold plans updates of a component that runs: they say that they stop it, and only they.
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
	c.plans(false, c.config("1", `description = "Forecasts a flow"`)) // as the engine has it
	c.plans(false, c.config("2", "running = false"))
	c.plans(false, c.config("2", ""), "-refresh=false")
	c.plans(false, c.Config(""))
	c.plans(false, strings.Replace(c.config("2", ""), `"algorithm"`, `"connector"`, 1)) // another component
	c.plans(true, c.Config(smallComponent("2", "description = terraform_data.text.id")+"\nresource \"terraform_data\" \"text\" {}\n"))
	c.put(t, false, "Stopped")
	c.plans(false, c.config("2", ""))
	c.put(t, true, "Running")

	c.plans(true, c.config("2", ""), "-out=saved")
	if told, err := c.terraformRun.Run(t.Context(), "apply", "-json", "saved"); err != nil || strings.Contains(told, "The update stops the component") {
		t.Errorf("the apply of a saved plan says it again, or fails (%v):\n%s", err, told)
	}
	if told := c.stopWarnings(c.config("3", ""), "apply", "-auto-approve"); len(told) != 1 {
		t.Errorf("the plan of an apply says %q", told)
	}
	c.destroy(t, c.testEngine)
}

// TestStopIsToldOfMany refreshes so many components that they are read from their list.
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

// TestStopOfAnEngineWithoutIt updates on an engine that can't stop components. Nothing is known of that before the first update.
func TestStopOfAnEngineWithoutIt(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	allow := c.testEngine.Fail(refserver.Fault{Match: requestTo("stop"), Status: http.StatusNotFound, Body: `{"detail": "There is nothing."}`})
	patchAll := c.Before(func(r *http.Request) { // which lets a component be updated that runs
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
