// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// difference makes a test server respond differently from the engine. For each request, the server calls the function in the field
// "before". If the function returns true, it has sent a response itself. Otherwise, the server forwards the request to the engine.
type difference struct {
	mu     sync.Mutex
	before func(w http.ResponseWriter, r *http.Request) (responded bool)
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
		t.Logf("the provider did not read the response: %v", err)
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

// TestAccNodes_foreignResponses checks that an unexpected response, such as a proxy's error page or a different object, never removes an
// object from the state and never makes the provider create an object twice.
func TestAccNodes_foreignResponses(t *testing.T) {
	e, d := startDiffering(t, refserver.Options{})
	config := e.Config(manyNodes)
	respond := func(method string, status int, body string) func() {
		return func() {
			d.set(func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method == method {
					write(t, w, status, body)
				}
				return r.Method == method
			})
		}
	}
	steps := []resource.TestStep{{Config: config}}
	for _, c := range []struct {
		status     int
		body, want string
	}{
		{http.StatusNotFound, `{"detail": "Not Found"}`, "does not prove"},
		{http.StatusNotFound, "", "not the engine's response"},
		{http.StatusNotFound, "<html>404</html>", "not the engine's response"},
		{http.StatusNotFound, `{"errors": [{"status": 404}], "detail": "none"}`, "not the engine's response"},
		{http.StatusOK, `{"id": "other", "name": "theirs", "type": "self_hosted"}`, "a different object"},
		{http.StatusOK, `{"detail": "internal error"}`, "has no id"},
	} {
		step := resource.TestStep{PreConfig: respond(http.MethodGet, c.status, c.body), Config: config, ExpectError: pattern(c.want)}
		steps = append(steps, step)
	}
	unchanged := resource.TestStep{
		PreConfig: func() { d.set(nil) }, Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
	}
	gone := func() {
		e.wantCount(t, "node", 25)
		if err := e.Remove("node", fmt.Sprint(e.Objects("node")[0]["id"])); err != nil {
			t.Error(err)
		}
	}
	resource.ParallelTest(t, e.testCase(append(
		steps,
		resource.TestStep{
			PreConfig: respond(http.MethodDelete, http.StatusNotFound, "404 page not found\n"), Config: config, Destroy: true,
			ExpectError: pattern("not the engine's response"),
		},
		unchanged,
		resource.TestStep{PreConfig: gone, Config: config},
		resource.TestStep{PreConfig: func() { e.wantCount(t, "node", 25) }, Config: config, PlanOnly: true},
	)...))
}

// TestAccAlert_rejectedSecondRequest creates an alert with mute = true. These engines don't accept the field mute in a create request, so
// the provider sends it again in an update. The engine rejects the update, too. The apply must then fail and leave no alert in the engine.
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
				resource.TestStep{PreConfig: func() { end = e.Fail(fault) }, Config: config, ExpectError: pattern("The engine rejected mute")},
				resource.TestStep{
					PreConfig: func() {
						e.wantCount(t, "alert", 0)
						end()
					},
					Config: config,
					ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{ // not a replacement of a tainted alert
						plancheck.ExpectResourceAction("engine_alert.it", plancheck.ResourceActionCreate),
					}},
				},
			))
		})
	}
}

// TestDocumentedEffects checks the documented effect of each habit (deviation from INTERFACE.md). If Explanations lists test failures that
// the habit may cause, its documented effect must not be "Nothing.". A pattern for the messages of these failures must not match every
// message.
func TestDocumentedEffects(t *testing.T) {
	t.Parallel()
	for _, h := range habit.All() {
		explained := providertest.Explanations()[h.Name]
		if len(explained) > 0 && h.Effect == "Nothing." {
			t.Errorf("%s: users see nothing, and the tests explain %v", h.Name, explained)
		}
		for _, e := range explained {
			if regexp.MustCompile(e.Words).MatchString("") {
				t.Errorf("%s: %q matches any complaint", h.Name, e.Words)
			}
		}
	}
}
