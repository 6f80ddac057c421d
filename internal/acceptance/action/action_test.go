// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package action

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// configuration declares a component and an alert with actions. The actions start the component after its creation, restart it after each
// change, and mute the alert while it is changed.
const configuration = `variable "node" {
  default = "one"
}

resource "engine_node" "n" {
  name = var.node
  type = "self_hosted"

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.engine_alert_mute.a]
    }
    action_trigger {
      events  = [after_update]
      actions = [action.engine_component_restart.c, action.engine_alert_unmute.a]
    }
  }
}

resource "engine_component" "c" {
  type                = "connector"
  name                = "c"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.engine_component_start.c]
    }
  }
}

resource "engine_alert" "a" {
  name       = "a"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

action "engine_component_start" "c" {
  config {
    type     = engine_component.c.type
    id       = engine_component.c.id
    timeouts = { invoke = "1m" }
  }
}

action "engine_component_restart" "c" {
  config {
    type = engine_component.c.type
    id   = engine_component.c.id
  }
}

action "engine_component_stop" "c" {
  config {
    type = engine_component.c.type
    id   = engine_component.c.id
  }
}

action "engine_alert_mute" "a" {
  config {
    id = engine_alert.a.id
  }
}

action "engine_alert_unmute" "a" {
  config {
    id = engine_alert.a.id
  }
}
`

// TestTriggers applies resources that trigger actions. The engine must receive the actions' requests, and the next plan must be empty.
func TestTriggers(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	folder := t.TempDir()
	run := inFolder(t, folder, e)
	terraformtest.Write(t, folder, "main.tf", terraformtest.Requirement+configuration)
	shown := terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"})
	if !strings.Contains(shown, `the component runs, status "Running"`) {
		t.Errorf("the start tells nothing:\n%s", shown)
	}
	wantStatus(t, e, "Running")
	terraformtest.Do(t, run, []string{"plan", "-detailed-exitcode"})

	e.ClearRequests()
	terraformtest.Do(t, run, []string{"apply", "-auto-approve", "-var=node=two"})
	wantStatus(t, e, "Running")
	var asked []string
	for _, r := range e.Requests() {
		if r.Method != "GET" {
			path := strings.Split(strings.Trim(r.Path, "/"), "/")
			asked = append(asked, strings.Join(path[2:len(path)-1], "/")+" "+string(r.Body))
		}
	}
	id := func(kind string) string { return fmt.Sprint(e.Objects(kind)[0]["id"]) }
	want := []string{
		`alert/alerts {"mute":true}`, `compute/nodes/all {"name":"two"}`, "component/connector/" + id("component") + " {}",
		"component/connector/" + id("component") + " {}", `alert/alerts {"mute":false}`,
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(asked, "\n"), strings.Join(want, "\n"))
	}
	terraformtest.Do(t, run, []string{"plan", "-detailed-exitcode", "-var=node=two"},
		[]string{"apply", "-auto-approve", "-var=node=two", "-invoke=action.engine_component_stop.c"})
	wantStatus(t, e, "Stopped")
	terraformtest.Do(t, run, []string{"plan", "-detailed-exitcode", "-var=node=two"})
}

// TestExamples applies each documented example of an action. It also runs the actions that the example starts with -invoke. The next plan
// must be empty, and destroy must remove all objects.
func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/actions/*/action*.tf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples (%v)", err)
	}
	onDemand := regexp.MustCompile(`-invoke=[\w.]+`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e := providertest.StartEngine(t, refserver.Options{})
		folder := t.TempDir()
		run := inFolder(t, folder, e)
		terraformtest.Write(t, folder, "provider.tf", terraformtest.Requirement)
		terraformtest.Write(t, folder, "action.tf", string(text))
		terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
		if invoke := onDemand.FindString(string(text)); invoke != "" {
			terraformtest.Do(t, run, []string{"apply", "-auto-approve", invoke}, []string{"plan", "-detailed-exitcode"})
		}
		terraformtest.Do(t, run, []string{"destroy", "-auto-approve"})
	}
}

func wantStatus(t *testing.T, e *providertest.Engine, want string) {
	t.Helper()
	if got := e.Objects("component")[0]["deployment_status"]; got != want {
		t.Errorf("the status is %v, want %s", got, want)
	}
}
