// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func start(t *testing.T, options refserver.Options) (e *providertest.Engine, s *providertest.Session, component, alert string) {
	t.Helper()
	e = providertest.StartEngine(t, options)
	client := e.Client(t)
	component = enginetest.ID(t, enginetest.Create(t, client, engine.Components("connector"), enginetest.Component("a")))
	alert = enginetest.ID(t, enginetest.Create(t, client, engine.Alerts, enginetest.Alert("a")))
	s = providertest.Open(t, provider.NewComparedServer("test", providertest.Difference))
	s.Connect(e)
	e.ClearRequests()
	return e, s, component, alert
}

// writes returns the requests other than GET that the engine has received since the previous call, such as "POST start {}".
func writes(e *providertest.Engine) []string {
	var lines []string
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			path := strings.Split(strings.Trim(r.Path, "/"), "/")
			lines = append(lines, strings.TrimSpace(r.Method+" "+path[len(path)-1]+" "+string(r.Body)))
		}
	}
	e.ClearRequests()
	return lines
}

func problems(diagnostics []*tfprotov6.Diagnostic) string {
	var lines []string
	for _, d := range diagnostics {
		severity := strings.ToLower(d.Severity.String())
		lines = append(lines, fmt.Sprintf("%s %s: %s: %s", severity, tfvalue.PathString(d.Attribute), d.Summary, d.Detail))
	}
	return strings.Join(lines, "\n")
}

func TestDeployments(t *testing.T) {
	t.Parallel()
	e, s, component, _ := start(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	for _, step := range []struct {
		verb     string
		writes   []string
		status   string
		progress string // part of the progress messages
	}{
		{verb: "stop"},
		{verb: "start", writes: []string{"POST start {}"}, status: "Running", progress: `the component runs, status "Running"`},
		{verb: "start", status: "Running"},
		{
			verb: "restart", writes: []string{"POST stop {}", "POST start {}"}, status: "Running",
			progress: `the component has stopped, status "Stopped"`,
		},
		{verb: "stop", writes: []string{"POST stop {}"}, status: "Stopped", progress: `the component has stopped, status "Stopped"`},
		{verb: "restart", writes: []string{"POST start {}"}, status: "Running", progress: `starting the component, status "Stopped"`},
	} {
		progress, end := s.Invoke("engine_component_"+step.verb, map[string]any{"type": "connector", "id": component})
		doc, _ := e.Object("component", component)
		if got := writes(e); len(end) > 0 || !slices.Equal(got, step.writes) || step.status != "" && doc["deployment_status"] != step.status {
			t.Errorf("%s: %q and the status %v: %s", step.verb, got, doc["deployment_status"], problems(end))
		}
		if !strings.Contains(strings.Join(progress, "\n"), step.progress) {
			t.Errorf("%s reports %q, want %q in it", step.verb, progress, step.progress)
		}
	}
}

// TestInterruptedRestart restarts a component and stops reading the progress messages, as Terraform does when the user interrupts it. The
// action must still start the component that it has stopped.
func TestInterruptedRestart(t *testing.T) {
	t.Parallel()
	e, s, component, _ := start(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	config := map[string]any{"type": "connector", "id": component}
	if _, end := s.Invoke("engine_component_start", config); len(end) > 0 {
		t.Fatal(problems(end))
	}
	stream, err := s.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{
		ActionType: "engine_component_restart", Config: s.Encode(s.Schemas().ActionSchemas["engine_component_restart"].Schema, config),
	})
	if err != nil {
		t.Fatal(err)
	}
	for range stream.Events {
		break
	}
	for {
		asked := map[string]bool{}
		for _, r := range e.Requests() {
			asked[r.Method+r.Path[strings.LastIndex(strings.Trim(r.Path, "/"), "/")+1:]] = true
		}
		if doc, _ := e.Object("component", component); doc["deployment_status"] == "Running" && asked["POST/stop/"] {
			break
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the component was left stopped")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestDeploymentErrors checks that each failing action returns exactly one diagnostic, with the expected message.
func TestDeploymentErrors(t *testing.T) {
	t.Parallel()
	briefly := map[string]any{"timeouts": map[string]any{"invoke": "1s"}} // too short for the component to start or stop
	for _, test := range []struct {
		habit       string // name of a reference server option (a way in which engines differ)
		runs        bool   // start the component before enabling this option
		verb        string
		config      map[string]any
		begins, end string
	}{
		{"lower-case", false, "start", map[string]any{"id": "nobody"}, "error id: Could not start the component: ", "Not found. (request id *)."},
		{
			"slow-deployment=1h", false, "start", briefly, "error : Could not start the component: ",
			`its last status was "StartRequested" (context deadline exceeded).`,
		},
		{"never-stops", true, "stop", briefly, "error timeouts: Could not stop the component: ", "in the engine what it is waiting for."},
		{"start-fails", false, "start", nil, "error : Could not start the component: ", `it does not run: its status is "Failed".`},
		{"stop-fails", true, "stop", nil, "warning : The stop failed: ", "and whether work was lost."},
		{"no-deployment", false, "start", nil, "error : Could not start the component: ", "The engine has no operation to start it."},
		{"no-deployment", true, "stop", nil, "error : Could not stop the component: ", "The engine has no operation to stop it."},
		{"no-deployment", true, "restart", nil, "error : Could not restart the component: ", "The engine has no operation to stop it."},
	} {
		e, s, component, _ := start(t, refserver.Options{})
		config := map[string]any{"type": "connector", "id": component}
		if test.runs {
			if _, end := s.Invoke("engine_component_start", config); len(end) > 0 {
				t.Error(problems(end))
			}
		}
		if err := e.SetHabits([]string{test.habit}); err != nil {
			t.Fatal(err)
		}
		_, end := s.Invoke("engine_component_"+test.verb, providertest.With(config, test.config))
		got := regexp.MustCompile(`request id \w+`).ReplaceAllString(problems(end), "request id *")
		if !strings.HasPrefix(got, test.begins) || !strings.HasSuffix(got, test.end) || len(end) != 1 {
			t.Errorf("%s, %s: %q, want %q ... %q", test.habit, test.verb, got, test.begins, test.end)
		}
	}
}

func TestMutings(t *testing.T) {
	t.Parallel()
	e, s, _, alert := start(t, refserver.Options{})
	for _, step := range []struct {
		verb     string
		writes   []string
		muted    bool
		progress string
	}{
		{verb: "unmute", progress: "the alert is unmuted already"},
		{verb: "mute", writes: []string{"PATCH " + alert + ` {"mute":true}`}, muted: true, progress: "the alert is muted"},
		{verb: "mute", muted: true, progress: "the alert is muted already"},
		{verb: "unmute", writes: []string{"PATCH " + alert + ` {"mute":false}`}, progress: "the alert is unmuted"},
	} {
		progress, end := s.Invoke("engine_alert_"+step.verb, map[string]any{"id": alert})
		doc, _ := e.Object("alert", alert)
		if got := writes(e); len(end) > 0 || !slices.Equal(got, step.writes) || doc["mute"] != step.muted {
			t.Errorf("%s: %q and mute = %v: %s", step.verb, got, doc["mute"], problems(end))
		}
		if got := strings.Join(progress, "\n"); got != step.progress {
			t.Errorf("%s reports %q, want %q", step.verb, got, step.progress)
		}
	}
	_, end := s.Invoke("engine_alert_mute", map[string]any{"id": "nobody"})
	if got, want := problems(end), `error id: Could not mute the alert: The engine has no alert with the id "nobody".`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPlansOfActions checks that planning an action sends no requests, even if values are unknown, and that validation reports mistakes.
func TestPlansOfActions(t *testing.T) {
	t.Parallel()
	e, s, _, _ := start(t, refserver.Options{})
	for _, test := range []struct {
		action string
		config map[string]any
		want   string
	}{
		{action: "engine_alert_mute", config: map[string]any{"id": providertest.Unknown{}}},
		{action: "engine_component_start", config: map[string]any{"id": providertest.Unknown{}, "type": providertest.Unknown{}}},
		{action: "engine_component_stop", config: map[string]any{"id": " ", "type": "connector"}, want: "error id: "},
		{
			action: "engine_component_stop", want: "error timeouts.invoke: ",
			config: map[string]any{"id": "1", "type": "connector", "timeouts": map[string]any{"invoke": "soon"}},
		},
	} {
		config := s.Encode(s.Schemas().ActionSchemas[test.action].Schema, test.config)
		valid, err := s.ValidateActionConfig(t.Context(), &tfprotov6.ValidateActionConfigRequest{ActionType: test.action, Config: config})
		if err != nil || test.want == "" && len(valid.Diagnostics) > 0 || !strings.HasPrefix(problems(valid.Diagnostics), test.want) {
			t.Errorf("%s %v: %v %s, want %q", test.action, test.config, err, problems(valid.Diagnostics), test.want)
		}
		planned, err := s.PlanAction(t.Context(), &tfprotov6.PlanActionRequest{ActionType: test.action, Config: config})
		if err != nil || len(planned.Diagnostics) > 0 {
			t.Errorf("%s: %v %v", test.action, err, planned)
		}
	}
	if got := e.Requests(); len(got) > 0 {
		t.Errorf("plans asked %v", got)
	}
}

func TestEveryActionHasAnExample(t *testing.T) {
	t.Parallel()
	for name := range providertest.Open(t, provider.NewServer("test")()).Schemas().ActionSchemas {
		if _, err := os.Stat("../../../examples/actions/" + name + "/action.tf"); err != nil {
			t.Error(err)
		}
	}
}
