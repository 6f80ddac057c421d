// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/deployment"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// scenario is a case in testdata/set.yaml or testdata/delete.yaml: a call to Set or Delete for a component on a reference server.
type scenario struct {
	Case  string
	Given struct {
		Each []string // The case runs once per word, which replaces EACH in it.

		Begin  string        // running, stopping, gone or "", which means stopped
		Delay  time.Duration // refserver.Options.DeployDelay
		Was    string        // "ACTIVE STATUS", deployment_active and deployment_status at the beginning
		Faults []string      // "REQUEST STATUS", see pump.fault
		At     []string      // "WHEN: DO, DO", see pump.at

		Timeout       time.Duration // the timeout of the call's context
		Cancel        string        // the step after which the context is canceled
		Set           map[string]any
		Describe      bool // Set copies the component's name to its description
		Run           *bool
		Owed, Restart bool
	}
	Want struct {
		Writes     string // all requests that are not reads, such as "stop PATCH start"
		Error      []string
		Stuck      string // LastStatus of the StopError
		Flags      string // fields of the Result: owed unstoppable stop-failed
		NotRunning *struct {
			Asked bool
			Last  string
			Says  []string
		} `yaml:"not_running"`
		Doc, Stored map[string]any
		Steps       []string // without the steps that begin with "waiting"
	}
}

func TestSet(t *testing.T)    { runScenarios(t, "set.yaml") }
func TestDelete(t *testing.T) { runScenarios(t, "delete.yaml") }

func runScenarios(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(path.Join("testdata", file))
	enginetest.Must(t, err)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var scenarios []scenario
	enginetest.Must(t, decoder.Decode(&scenarios))
	for _, s := range scenarios {
		for _, word := range append(s.Given.Each, "")[:max(1, len(s.Given.Each))] {
			t.Run(strings.TrimSpace(s.Case+" "+word), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { s.check(t, word, file == "delete.yaml") })
			})
		}
	}
}

func (s scenario) check(t *testing.T, word string, isDelete bool) {
	t.Helper()
	p, given := newPump(t, s.Given.Begin, s.Given.Delay), s.Given
	each := strings.NewReplacer("EACH", word).Replace
	if given.Was != "" {
		p.do("put "+each(given.Was), nil)
	}
	for _, fault := range given.Faults {
		p.fault(each(fault))
	}
	ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(given.Timeout, 24*time.Hour))
	defer cancel()
	for _, at := range given.At {
		p.at(each(at), cancel)
	}
	var steps, progress []string
	deployer := deployment.NewDeployer(p.client, func(_ context.Context, step string, _ map[string]any) {
		steps = append(steps, step)
		if step == given.Cancel {
			cancel()
		}
	})
	var result deployment.Result
	var err error
	if isDelete {
		result, err = deployer.Delete(ctx, algorithms, p.id)
		if _, isThere := p.server.Object("component", p.id); isThere != (err != nil) {
			t.Errorf("the component is still there: %t", isThere)
		}
	} else {
		change := fields(given.Set)
		if given.Describe {
			change.Patch = func(current engine.Document) engine.Document { return engine.Document{"description": current["name"]} }
		}
		change.Running, change.Owed, change.Restart = given.Run, given.Owed, given.Restart
		change.Progress = func(step, _ string) { progress = append(progress, step) }
		if result, err = deployer.Set(ctx, algorithms, p.id, change); !slices.Equal(progress, steps) {
			t.Errorf("Progress gets %q, and the log %q", progress, steps)
		}
	}
	s.compare(t, p, result, err)
	steps = slices.DeleteFunc(steps, func(step string) bool { return strings.HasPrefix(step, "waiting") })
	if s.Want.Steps != nil && !slices.Equal(steps, s.Want.Steps) {
		t.Errorf("the steps are %q, want %q", steps, s.Want.Steps)
	}
}

func (s scenario) compare(t *testing.T, p *pump, result deployment.Result, err error) {
	t.Helper()
	if got := strings.Join(p.writes(), " "); got != s.Want.Writes {
		t.Errorf("the writes are %s, want %s", got, s.Want.Writes)
	}
	wantError(t, err, s.Want.Error)
	var stuck *deployment.StopError
	if errors.As(err, &stuck) != (s.Want.Stuck != "") || stuck != nil && stuck.LastStatus != s.Want.Stuck {
		t.Errorf("got %v, want a StopError with the last status %q", err, s.Want.Stuck)
	}
	var flags []string
	for flag, isSet := range map[string]bool{"owed": result.Owed, "unstoppable": result.Unstoppable, "stop-failed": result.StopFailed} {
		if isSet {
			flags = append(flags, flag)
		}
	}
	if slices.Sort(flags); strings.Join(flags, " ") != s.Want.Flags {
		t.Errorf("the flags are %q, want %q", flags, s.Want.Flags)
	}
	switch why, want := result.NotRunning, s.Want.NotRunning; {
	case (why == nil) != (want == nil):
		t.Errorf("NotRunning is %v", why)
	case why != nil && (why.Asked != want.Asked || want.Asked && why.LastStatus != want.Last):
		t.Errorf("NotRunning is %+v, want %+v", why, *want)
	case why != nil:
		wantError(t, why, want.Says)
		if runs, known := deployment.IsRunning(result.Document); want.Last == "Failed" && (runs || !known) {
			t.Errorf("a component that failed runs: %v", result.Document)
		}
	}
	wantFields(t, "result", result.Document, s.Want.Doc)
	wantFields(t, "engine", p.stored(), s.Want.Stored)
}

func wantFields(t *testing.T, where string, doc, want map[string]any) {
	t.Helper()
	for name, value := range want {
		if doc[name] != value {
			t.Errorf("the %s has the %s %v, want %v", where, name, doc[name], value)
		}
	}
}

func wantError(t *testing.T, err error, parts []string) {
	t.Helper()
	if err != nil && parts == nil {
		t.Errorf("error %v", err)
	}
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v, want one with %q", err, part)
		}
	}
}

// pump is a component on a reference server. Its client calls the server without a network.
type pump struct {
	t      *testing.T
	client *engine.Client
	server *refserver.Server
	id     string
}

var algorithms = engine.Components("algorithm")

func newPump(t *testing.T, begin string, delay time.Duration) *pump {
	t.Helper()
	p := &pump{t: t}
	p.client, p.server = enginetest.StartInMemory(t, refserver.Options{DeployDelay: delay}, nil)
	p.id = enginetest.ID(t, enginetest.Create(t, p.client, algorithms, enginetest.Component("pump")))
	if begin == "running" || begin == "stopping" {
		enginetest.Must(t, enginetest.ErrorOf(p.client.Start(t.Context(), algorithms, p.id)))
		time.Sleep(10 * delay)
	}
	if begin == "stopping" {
		enginetest.Must(t, enginetest.ErrorOf(p.client.Stop(t.Context(), algorithms, p.id)))
	}
	if begin == "gone" {
		enginetest.Must(t, p.client.Delete(t.Context(), algorithms, p.id))
	}
	p.server.ClearRequests()
	return p
}

func (p *pump) edit(fields map[string]any) {
	p.t.Helper()
	enginetest.Check(p.t, p.server.Edit("component", p.id, func(doc map[string]any) { maps.Copy(doc, fields) }))
}

func (p *pump) stored() map[string]any {
	doc, _ := p.server.Object("component", p.id)
	return doc
}

// word returns the word that identifies a request in the test cases: stop, start, PATCH, DELETE or GET.
func word(method, path string) string {
	if method == http.MethodPost {
		path = strings.Trim(path, "/")
		return path[strings.LastIndex(path, "/")+1:]
	}
	return method
}

func (p *pump) writes() []string {
	var words []string
	for _, r := range p.server.Requests() {
		if r.Method != http.MethodGet {
			words = append(words, word(r.Method, r.Path))
		}
	}
	return words
}

// matches returns a function that reports whether a request is of the given type: read, update, delete, stop or start.
func matches(request string) func(*http.Request) bool {
	methods := map[string]string{"read": http.MethodGet, "update": http.MethodPatch, "delete": http.MethodDelete}
	return func(r *http.Request) bool { return word(r.Method, r.URL.Path) == cmp.Or(methods[request], request) }
}

// fault adds a fault such as "stop 409 once" (an operation, a status, and optionally "once") to the server. Instead of a status, it can be
// "lost" (the reply is lost), "lost-before" (the request is lost) or "silent" (the reply lacks the deployment fields).
func (p *pump) fault(text string) {
	p.t.Helper()
	words := strings.Fields(text)
	fault := refserver.Fault{Match: matches(words[0]), Body: `{"detail": "no ` + words[0] + `"}`}
	if len(words) > 2 {
		fault.Times = 1
	}
	switch words[1] {
	case "lost":
		fault.Drop = refserver.DropAfter
	case "lost-before":
		fault.Drop = refserver.DropBefore
	case "silent":
		fault.Status, fault.AfterWrite = http.StatusOK, words[0] == "update"
		fault.Body = `{"id": "` + p.id + `", "version": "2", "deployment_active": null, "deployment_status": null}`
	default:
		var err error
		fault.Status, err = strconv.Atoi(words[1])
		enginetest.Must(p.t, err)
	}
	p.server.Fail(fault)
}

// at schedules actions. For example, "2 stop: cancel" cancels the context just before the second stop request, and "3m: clear" clears the
// faults after three minutes.
func (p *pump) at(text string, cancel func()) {
	p.t.Helper()
	when, actions, _ := strings.Cut(text, ": ")
	if wait, err := time.ParseDuration(when); err == nil {
		time.AfterFunc(wait, func() { p.do(actions, cancel) })
		return
	}
	number, request, _ := strings.Cut(when, " ")
	left, err := strconv.Atoi(number)
	enginetest.Must(p.t, err)
	p.t.Cleanup(func() {
		if left > 0 {
			p.t.Errorf("%q never happened", text)
		}
	})
	p.server.Before(func(r *http.Request) {
		if matches(request)(r) {
			if left--; left == 0 {
				p.do(actions, cancel)
			}
		}
	})
}

// do performs a list of actions, such as "put false Failed, cancel". The action "put" sets deployment_active and deployment_status, as if
// the component had started, stopped or failed on its own.
func (p *pump) do(actions string, cancel func()) {
	p.t.Helper()
	for _, action := range strings.Split(actions, ", ") {
		verb, rest, _ := strings.Cut(action, " ")
		switch verb {
		case "cancel":
			cancel()
		case "clear":
			p.server.ClearFaults()
		case "fault":
			p.fault(rest)
		case "hide":
			p.edit(map[string]any{"deployment_active": nil, "deployment_status": nil})
		case "name":
			p.edit(map[string]any{"name": rest})
		case "put":
			active, status, _ := strings.Cut(rest, " ")
			p.edit(map[string]any{"deployment_active": active == "true", "deployment_status": status})
		default:
			p.t.Errorf("there is no action %q", action)
		}
	}
}

// fields returns a Change that sends the given patch. It doesn't change whether the component is running.
func fields(patch engine.Document) deployment.Change {
	return deployment.Change{Patch: func(engine.Document) engine.Document { return patch }}
}
