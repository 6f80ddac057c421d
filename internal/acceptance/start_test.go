// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// requestTo returns a function that reports whether a request is a given operation, "start" or "stop", on a component.
func requestTo(operation string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return r.Method == http.MethodPost && strings.HasSuffix(strings.Trim(r.URL.Path, "/"), "/"+operation)
	}
}

func (e *testEngine) failStart(status int) {
	e.Fail(refserver.Fault{Match: requestTo("start"), Status: status, Body: `{"detail": "no room on the node"}`, Times: 1})
}

// put sets the deployment fields of all components directly in the engine, as if somebody else had started or stopped the components. It
// then calls ClearRequests.
func (e *testEngine) put(t *testing.T, active bool, status string) {
	t.Helper()
	for _, doc := range e.Objects("component") {
		err := e.Edit("component", fmt.Sprint(doc["id"]), func(doc map[string]any) {
			doc["deployment_active"], doc["deployment_status"] = active, status
		})
		if err != nil {
			t.Error(err)
		}
	}
	e.ClearRequests()
}

// TestStartFailsAfterCreate creates a component whose start fails. The state must keep the component, and the next apply must start it.
func TestStartFailsAfterCreate(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusInternalServerError, http.StatusBadRequest} {
		c := startComponent(t, refserver.Options{})
		c.failStart(status)
		c.staysUndone("1", "running = true")
		c.becomes("update", "1", "running = true").wantActions("start")
		c.destroy(t, c.testEngine)
	}
}

// TestStartFailsAfterUpdate updates a running component. The provider stops the component, updates it, and fails to start it. The next
// apply must start the component, even if the configuration does not declare the attribute "running".
func TestStartFailsAfterUpdate(t *testing.T) {
	t.Parallel()
	for _, running := range []string{"", "running = true"} {
		c := startComponent(t, refserver.Options{})
		c.becomes("create", "1", "running = true")
		if running == "" {
			c.becomes("update", "1", "")
		}
		c.failStart(http.StatusInternalServerError)
		c.fails(t, c.config("2", running), `The component does not run`)
		c.becomes("update", "2", running).wantActions("start")
		c.destroy(t, c.testEngine)
	}
}

// TestStartIsNoLongerOwed lets the start after an update fail. The next apply must not start the component if somebody else has already
// started it, or if the configuration now declares running = false.
func TestStartIsNoLongerOwed(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	const owed = `It ran before, so the next plan shows the missing start`
	c.becomes("create", "1", "")
	c.put(t, true, "Running")
	c.becomes("", "1", "")
	c.failStart(http.StatusInternalServerError)
	c.fails(t, c.config("2", ""), owed)
	c.put(t, true, "Running")
	c.becomes("update", "2", "").wantActions()
	c.failStart(http.StatusInternalServerError)
	c.fails(t, c.config("3", ""), owed)
	c.becomes("update", "4", "running = false").wantActions("PATCH")
	c.becomes("update", "4", "").wantActions()
	c.destroy(t, c.testEngine)
}

// TestRunningWaits checks that an apply waits until the component's status is Running, and that it fails if the status becomes Failed. The
// next apply must then stop and start the component.
func TestRunningWaits(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{DeployDelay: 100 * time.Millisecond})
	for _, step := range [][2]string{{"create", "1"}, {"update", "2"}} {
		c.becomes(step[0], step[1], "running = true")
		for _, doc := range c.Objects("component") {
			if doc["deployment_status"] != "Running" {
				t.Errorf("the component is %v", doc)
			}
		}
	}
	c.ClearRequests()
	reads := 0
	var remove func()
	remove = c.Before(func(r *http.Request) {
		if r.Method == http.MethodGet && slices.Contains(c.actions(), "start") {
			if reads++; reads == 1 {
				c.put(t, true, "Failed")
				remove()
			}
		}
	})
	c.fails(t, c.config("3", "running = true"), `was started, but it does not run: its status is "Failed"`)
	c.becomes("update", "3", "running = true").wantActions("stop", "start")
	c.put(t, true, "Failed")
	c.becomes("update", "3", "running = true").wantActions("stop", "start")
	c.destroy(t, c.testEngine)
}

// killedServer is a provider that makes the changes of an apply but dies before it answers Terraform.
type killedServer struct {
	tfprotov6.ProviderServer
	isKilled func() bool
}

// ApplyResourceChange makes the changes in the engine and then returns an error, as if the provider had been killed.
func (s killedServer) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	if s.isKilled() {
		return nil, errors.New("killed")
	}
	return resp, err
}

func (c *component) planOutput(version, more string) string {
	c.Helper()
	c.configure(c.T, c.config(version, more))
	return terraformtest.Do(c, c.Terraform, []string{"plan"})
}

// TestKilledWhileStopped kills the provider after it has updated a component and before it starts the component again. The private state of
// this apply is lost. The next plan must start the component if running = true is declared. Otherwise the plan must warn that the component
// may have been left stopped.
func TestKilledWhileStopped(t *testing.T) {
	t.Parallel()
	for running, want := range map[string]string{
		"":               "an apply may have been killed while it was stopped",
		"running = true": "Plan: 0 to add, 1 to change, 0 to destroy",
	} {
		kill := false
		killed := func() tfprotov6.ProviderServer {
			return killedServer{provider.NewServer("test")(), func() bool { return kill }}
		}
		c := &component{t, startEngine(t, refserver.Options{}), startProviders(t, servers{"engine": killed})}
		c.becomes("create", "1", "running = true")
		if running == "" {
			c.becomes("update", "1", "")
		}
		kill = true
		c.failStart(http.StatusInternalServerError)
		c.fails(t, c.config("2", running), "killed")
		kill = false
		if says := c.planOutput("2", running); !words(want).MatchString(says) {
			t.Errorf("the plan says %s, want %q", says, want)
		}
		c.apply(t, c.config("2", running))
		if says := c.planOutput("2", running); words(want).MatchString(says) {
			t.Errorf("the plan after an apply still says %s", says)
		}
	}
}

// TestInterruptedUpdate interrupts Terraform while a component is stopped for its update: in one case during the update, in the other case
// during the following start. The engine never receives the first start request. In the end the component must run.
func TestInterruptedUpdate(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(*http.Request) bool{
		"update": func(r *http.Request) bool { return r.Method == http.MethodPatch },
		"start":  requestTo("start"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startComponent(t, refserver.Options{})
			c.becomes("create", "1", "running = true")
			c.becomes("update", "1", "")
			c.testEngine.Fail(refserver.Fault{Match: requestTo("start"), Drop: refserver.DropBefore, Times: 1})
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			remove := c.Before(func(r *http.Request) {
				if at(r) {
					interrupt()
					select { // waits until the provider cancels the request, but not longer than a second
					case <-r.Context().Done():
					case <-time.After(time.Second):
					}
				}
			})
			defer remove()
			c.configure(t, c.config("2", ""))
			_, _ = c.terraformRun.Run(ctx, "apply", "-auto-approve") // It succeeds if the interrupt came after the update.
			for _, doc := range c.Objects("component") {
				if doc["deployment_active"] != true {
					t.Errorf("the component was left as %v", doc)
				}
			}
		})
	}
}

// TestWarningsOfTheDeployment checks the warnings of a plan after somebody else has stopped a component, and after a failed start.
func TestWarningsOfTheDeployment(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{})
	c.becomes("create", "1", "running = true")
	c.becomes("update", "1", "")
	const gone = "does not run any more"
	c.put(t, false, "Stopped")
	for range 2 {
		if says := c.planOutput("1", ""); !words(gone).MatchString(says) || !words("No changes").MatchString(says) {
			t.Errorf("the plan says %s, want %q", says, gone)
		}
	}
	c.becomes("", "1", "")
	if says := c.planOutput("1", ""); words(gone).MatchString(says) {
		t.Errorf("the plan after an apply still says %s", says)
	}
	c.put(t, true, "Running")
	c.becomes("", "1", "")
	c.failStart(http.StatusInternalServerError)
	c.fails(t, c.config("2", ""), "The component does not run")
	if says := c.planOutput("2", ""); !words("A start is missing").MatchString(says) || !words("1 to change").MatchString(says) {
		t.Errorf("the plan says %s, want the start that is owed", says)
	}
	c.becomes("update", "2", "")
}
