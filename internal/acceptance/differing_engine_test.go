// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// difference changes how an engine answers. Its function "before" can answer a request instead of the engine.
type difference struct {
	mu     sync.Mutex
	before func(w http.ResponseWriter, r *http.Request) (answered bool)
}

func (d *difference) set(before func(w http.ResponseWriter, r *http.Request) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before = before
}

func startDiffering(t *testing.T, options refserver.Options) (*testEngine, *difference) {
	t.Helper()
	e, d := startEngine(t, options), &difference{}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		before := d.before
		d.mu.Unlock()
		if before == nil || !before(w, r) {
			e.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(front.Close)
	return &testEngine{&providertest.Engine{Server: e.Server, URL: front.URL}}, d
}

func write(t *testing.T, w http.ResponseWriter, status int, body string) {
	t.Helper()
	w.WriteHeader(status)
	if _, err := w.Write([]byte(body)); err != nil {
		t.Logf("the provider did not take the answer: %v", err)
	}
}

const manyNodes = `resource "engine_node" "it" {
	count = 25
	name  = "node-${count.index}"
	type  = "self_hosted"
}
`

func (e *testEngine) wantCount(t *testing.T, kind string, want int) {
	t.Helper()
	if got := len(e.Objects(kind)); got != want {
		t.Errorf("the engine has %d of the kind %s, want %d", got, kind, want)
	}
}

// TestForeignAnswersEmptyNoState lets another server answer instead of the engine for a while, for example a proxy with an error page. No
// object may disappear from the state, and no object may be created twice.
func TestForeignAnswersEmptyNoState(t *testing.T) {
	t.Parallel()
	e, d := startDiffering(t, refserver.Options{})
	run := startProviders(t, factories())
	destroyFails := func(want string) {
		t.Helper()
		if _, err := run.Run(t.Context(), "destroy", "-auto-approve"); err == nil || !words(want).MatchString(err.Error()) {
			t.Fatalf("the error is %v, want %q", err, want)
		}
	}
	isThere := func() {
		t.Helper()
		d.set(nil)
		if actions := run.applied(t, e.Config(manyNodes)); len(actions) > 0 {
			t.Errorf("the plan is %v", actions)
		}
		e.wantCount(t, "node", 25)
	}
	run.applied(t, e.Config(manyNodes))
	e.wantCount(t, "node", 25)
	for body, want := range map[string]string{
		`{"detail": "Not Found"}`:         "does not prove",
		`{"message": "no Route matched"}`: "not the engine's response",
		"":                                "not the engine's response",
		"<html>404</html>":                "not the engine's response",
		`{"errors": [{"status": 404}], "detail": "none"}`: "not the engine's response",
	} {
		d.set(func(w http.ResponseWriter, _ *http.Request) bool {
			write(t, w, http.StatusNotFound, body)
			return true
		})
		run.fails(t, e.Config(manyNodes), want)
		destroyFails("check base_url")
	}
	isThere()
	wrong := *e.Engine
	wrong.URL += "/app" // The engine is at another path.
	run.fails(t, wrong.Config(manyNodes), "check base_url")
	destroyFails("check base_url")
	d.set(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodDelete {
			write(t, w, http.StatusNotFound, "404 page not found\n")
		}
		return r.Method == http.MethodDelete
	})
	run.configure(t, e.Config(manyNodes))
	destroyFails("not the engine's response")
	isThere()
	if err := e.Remove("node", fmt.Sprint(e.Objects("node")[0]["id"])); err != nil {
		t.Error(err)
	}
	run.applied(t, e.Config(manyNodes)) // An object that is really gone is created again.
	e.wantCount(t, "node", 25)
	run.destroy(t, e)
}

// TestAccNode_documentOfAnother lets the engine answer a read of one object with the document of a different object. The provider must
// return an error.
func TestAccNode_documentOfAnother(t *testing.T) {
	e, d := startDiffering(t, refserver.Options{})
	config := e.Config("resource \"engine_node\" \"it\" {\n  name = \"mine\"\n  type = \"self_hosted\"\n}\n")
	steps := []resource.TestStep{{Config: config}}
	for body, want := range map[string]string{
		`{"id": "other", "name": "theirs", "type": "self_hosted"}`: "another object",
		`{}`:                           "has no id",
		`{"detail": "internal error"}`: "has no id",
	} {
		answer := func() {
			d.set(func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method == http.MethodGet {
					write(t, w, http.StatusOK, body)
				}
				return r.Method == http.MethodGet
			})
		}
		steps = append(steps, resource.TestStep{PreConfig: answer, Config: config, ExpectError: words(want)})
	}
	resource.ParallelTest(t, e.testCase(append(steps, resource.TestStep{
		PreConfig: func() { d.set(nil) }, Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
	})...))
}

// TestAccAlert_rejectedSecondRequest creates an alert with mute = true. Some engines accept the field "mute" only in an update after the
// create, and here the engine refuses this update. The apply must fail and leave no alert.
func TestAccAlert_rejectedSecondRequest(t *testing.T) {
	for _, habit := range []string{"strict-create-refuse", "strict-create-ignore"} {
		t.Run(habit, func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: []string{habit}})
			config := e.Config(`resource "engine_alert" "it" {
				name       = "a"
				severity   = "SEV1"
				type       = "rate"
				rate_value = 5
				rate_unit  = "minute"
				mute       = true
			}
			`)
			var end func()
			fault := refserver.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Body: `{"mute": ["Not today."]}`}
			resource.ParallelTest(t, e.testCase(
				resource.TestStep{PreConfig: func() { end = e.Fail(fault) }, Config: config, ExpectError: words("The engine refused mute")},
				resource.TestStep{
					PreConfig: func() {
						e.wantCount(t, "alert", 0)
						end()
					},
					Config: config,
					ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{ // not a replacement of a tainted object
						plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionCreate),
					}},
				},
			))
		})
	}
}

// TestWritesOnDifferingEngines creates, changes and destroys objects on engines that answer writes incompletely, show them late, or change
// documents by themselves.
func TestWritesOnDifferingEngines(t *testing.T) {
	for _, habits := range [][]string{
		{"late-creates=300ms", "late-updates=300ms", "late-lists=500ms", "slow-deletes=300ms"},
		{"create-answers-id", "update-answers-204", "moving-fields"},
		{"create-answers-200", "update-answers-before", "late-updates=300ms", "late-creates=300ms"},
		{"create-answers-id", "update-answers-204", "strict-create-ignore", "late-updates=1s", "late-creates=1s"},
	} {
		t.Run(strings.Join(habits, " "), func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: habits})
			var steps []resource.TestStep
			for _, pick := range []picker{minimal, full, minimal} {
				steps = append(steps, resource.TestStep{Config: e.Config(examples(pick, tabTest(), componentTest(), alertTest()))})
			}
			resource.ParallelTest(t, e.testCase(steps...))
		})
	}
}

// TestEffects checks that if the tests expect errors under a habit, its effect says what users see.
func TestEffects(t *testing.T) {
	t.Parallel()
	for _, h := range habit.All() {
		if explained := providertest.Explanations()[h.Name]; len(explained) > 0 && h.Effect == "Nothing." {
			t.Errorf("%s: users see nothing, and the tests explain %v", h.Name, explained)
		}
	}
}
