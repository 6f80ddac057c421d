// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// component is a test of one engine_component on an engine of its own.
type component struct {
	*testing.T
	*testEngine
	*terraformRun
}

func startComponent(t *testing.T, options refserver.Options) *component {
	t.Helper()
	return &component{t, startEngine(t, options), startProviders(t, factories())}
}

const theComponent = "engine_component.it"

func (c *component) id() string {
	c.Helper()
	return c.stateIDs(c.T)[theComponent]
}

// config returns a provider block and a small component. more has additional attributes in HCL.
func (c *component) config(version, more string) string {
	return c.Config(smallComponent(version, more))
}

func smallComponent(version, more string) string {
	return fmt.Sprintf(`resource "engine_component" "it" {
		type                = "algorithm"
		name                = "Forecast"
		version             = %q
		deployment_capacity = "small"
		input               = []
		output              = []
		routines            = []
		%s
	}`, version, more)
}

// becomes applies a small component. The plan must contain the given action, for example "update". The action "" means that the plan must
// be empty.
func (c *component) becomes(action, version, more string) *component {
	c.Helper()
	return c.declared(action, smallComponent(version, more))
}

// declared applies a configuration. The plan must contain the given action, for example "update". The action "" means that the plan must be
// empty.
func (c *component) declared(action, config string) *component {
	c.Helper()
	c.ClearRequests()
	if got := c.applied(c.T, c.Config(config))[theComponent]; got != action {
		c.Errorf("the plan is %q, want %q:\n%s", got, action, config)
	}
	return c
}

// staysUndone applies a small component with the given version. The apply must succeed, but the next plan must still have changes.
func (c *component) staysUndone(version, more string) {
	c.Helper()
	c.configure(c.T, c.config(version, more))
	terraformtest.Do(c, c.Terraform, []string{"apply", "-auto-approve"})
	if changes, err := c.hasChanges(c.Context()); err != nil || !changes {
		c.Fatalf("the plan after the apply has changes: %v (%v)", changes, err)
	}
}

// importsAs imports the component into a new state. All attributes must be the same as in the old state, except those that the parameter
// "but" names.
func (c *component) importsAs(id string, but ...string) {
	c.Helper()
	other := startProviders(c.T, factories())
	config, err := os.ReadFile(filepath.Join(c.folder, "main.tf"))
	if err != nil {
		c.Fatal(err)
	}
	other.configure(c.T, string(config))
	terraformtest.Do(c, other.Terraform, []string{"import", theComponent, id})
	want, got := c.state(c.T)[theComponent], other.state(c.T)[theComponent]
	for _, name := range but {
		delete(want, name)
		delete(got, name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.Errorf("the import of %s has something else (-state +import):\n%s", id, diff)
	}
}

// actions returns the received writes in order, for example "stop", "PATCH", "start". A request that starts or stops a component appears as
// "start" or "stop". Any other write appears as its HTTP method.
func (e *testEngine) actions() []string {
	var actions []string
	for _, r := range e.writes() {
		path := strings.Trim(r.Path, "/")
		if action := path[strings.LastIndex(path, "/")+1:]; r.Method == http.MethodPost && (action == "start" || action == "stop") {
			actions = append(actions, action)
		} else {
			actions = append(actions, r.Method)
		}
	}
	return actions
}

func (c *component) wantActions(want ...string) {
	c.Helper()
	if got := c.actions(); !slices.Equal(got, want) {
		c.Errorf("the engine was asked to %v, want %v", got, want)
	}
}

// TestRunning declares running = true or false. The apply must start or stop the component, even if somebody else has done the opposite. If
// the attribute "running" is not declared, the apply must leave the component as it is.
func TestRunning(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{DeployDelay: 10 * time.Millisecond})
	c.becomes("create", "1", "running = true").wantActions("POST", "start")
	c.becomes("update", "2", "running = true").wantActions("stop", "PATCH", "start")
	c.put(t, false, "Stopped")
	c.becomes("update", "2", "running = true").wantActions("start")
	c.importsAs("algorithm/"+c.id(), "running")
	c.becomes("update", "2", "").wantActions()
	c.becomes("update", "3", "").wantActions("stop", "PATCH", "start")
	c.becomes("update", "3", "running = false").wantActions("stop")
	c.becomes("update", "4", `timeouts = { update = "5m" }`).wantActions("PATCH")
	c.destroy(t, c.testEngine)
}

// TestStopThatNeverEnds updates a component that never stops. After the timeout for updates, the apply must fail with the last status of
// the component. The component must run again.
func TestStopThatNeverEnds(t *testing.T) {
	t.Parallel()
	c := startComponent(t, refserver.Options{DeployDelay: time.Hour})
	const limit = `timeouts = { create = "1s", update = "1s", delete = "1s" }`
	c.becomes("create", "1", "running = true\n"+limit)
	c.fails(t, c.config("2", "running = true\n"+limit), `did not stop in time: its last status was "StopRequested"`)
	for _, doc := range c.Objects("component") {
		if doc["version"] != "1" || doc["deployment_active"] != true {
			t.Errorf("the component was left as %v", doc)
		}
	}
	c.put(t, false, "Stopped")
	c.becomes("update", "2", limit)
	if version := c.state(t)[theComponent]["version"]; version != "2" {
		t.Errorf("the version in state is %v", version)
	}
	c.destroy(t, c.testEngine)
}

// TestDeploymentHabits creates, updates and destroys a component on engines that start and stop components in unusual ways. If an engine
// can't do something, exactly one error must say why, and the state must keep the component.
func TestDeploymentHabits(t *testing.T) {
	t.Parallel()
	const limits = "\ntimeouts = { create = \"2s\", update = \"2s\", delete = \"2s\" }"
	for habit, c := range map[string]struct {
		more   string
		starts bool   // after a create with running = true, the next plan is empty
		error  string // the expected error of the update
	}{
		"slow-deployment=100ms":   {starts: true},
		"start-refused":           {error: `could not be started`},
		"start-fails":             {error: `was started, but it does not run: its status is "Failed"`},
		"stop-fails":              {starts: true},
		"never-stops":             {more: limits, starts: true, error: `did not stop in time: its last status was "StopRequested"`},
		"no-deployment":           {error: `The engine has no operation to start components: take running out of the configuration.`},
		"update-while-active":     {starts: true},
		"running-creates":         {starts: true},
		"repeated-starts-refused": {starts: true},
	} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			one := startComponent(t, refserver.Options{Habits: []string{habit}})
			if c.starts {
				one.becomes("create", "1", "running = true"+c.more)
			} else {
				one.staysUndone("1", "running = true"+c.more)
			}
			if c.error == "" {
				one.becomes("update", "2", "running = true"+c.more)
			} else {
				one.fails(t, one.config("2", "running = true"+c.more), c.error)
			}
			if err := one.SetHabits(nil); err != nil {
				t.Error(err)
			}
			one.wantCount(t, "component", 1)
			one.apply(t, one.config("2", "running = true"))
			if running := one.state(t)[theComponent]["running"]; running != true {
				t.Errorf("running is %v in state", running)
			}
			one.destroy(t, one.testEngine)
		})
	}
}

// TestDestroyWithDeploymentHabits destroys a running component on engines that stop components in unusual ways, for example slowly.
func TestDestroyWithDeploymentHabits(t *testing.T) {
	t.Parallel()
	for _, habit := range []string{"stop-fails", "never-stops", "no-deployment", "repeated-starts-refused", "running-creates"} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			c := startComponent(t, refserver.Options{Habits: []string{habit}})
			const limit = `timeouts = { delete = "2s" }`
			c.becomes("create", "1", limit)
			c.put(t, true, "Running")
			c.becomes("", "1", limit)
			c.destroy(t, c.testEngine)
		})
	}
}
