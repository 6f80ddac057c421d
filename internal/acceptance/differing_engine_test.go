// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// difference changes how an engine answers. Its function "before" can answer a request instead of the engine. Its function "after" can
// change the engine's answer.
type difference struct {
	mu     sync.Mutex
	before func(w http.ResponseWriter, r *http.Request) (answered bool)
	after  func(r *http.Request, answer *httptest.ResponseRecorder)
}

func (d *difference) set(
	before func(w http.ResponseWriter, r *http.Request) bool, after func(r *http.Request, answer *httptest.ResponseRecorder),
) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before, d.after = before, after
}

func startDiffering(t *testing.T, options refserver.Options) (*testEngine, *difference) {
	t.Helper()
	e, d := startEngine(t, options), &difference{}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		before, after := d.before, d.after
		d.mu.Unlock()
		if before != nil && before(w, r) {
			return
		}
		answer := httptest.NewRecorder()
		e.ServeHTTP(answer, r)
		if after != nil {
			after(r, answer)
		}
		header := w.Header()
		maps.Copy(header, answer.Header())
		header.Del("Content-Length")
		w.WriteHeader(answer.Code)
		if _, err := w.Write(answer.Body.Bytes()); err != nil {
			t.Logf("the provider did not take the answer: %v", err)
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
		d.set(nil, nil)
		if actions := run.applied(t, e.Config(manyNodes)); len(actions) > 0 {
			t.Errorf("the plan is %v", actions)
		}
		e.wantCount(t, "node", 25)
	}
	run.applied(t, e.Config(manyNodes))
	e.wantCount(t, "node", 25)
	for body, want := range map[string]string{
		`{"detail": "Not Found"}`:         "does not prove",
		`{"message": "no Route matched"}`: "not the engine's answer",
		"":                                "not the engine's answer",
		"<html>404</html>":                "not the engine's answer",
		`{"errors": [{"status": 404}], "detail": "none"}`: "not the engine's answer",
	} {
		d.set(func(w http.ResponseWriter, _ *http.Request) bool {
			write(t, w, http.StatusNotFound, body)
			return true
		}, nil)
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
	}, nil)
	run.configure(t, e.Config(manyNodes))
	destroyFails("not the engine's answer")
	isThere()
	if err := e.Remove("node", fmt.Sprint(e.Objects("node")[0]["id"])); err != nil {
		t.Error(err)
	}
	run.applied(t, e.Config(manyNodes)) // An object that is really gone is created again.
	e.wantCount(t, "node", 25)
	run.destroy(t, e)
}

// TestAnotherObjectIsNotTakenForTheOne lets the engine answer a read of one object with the document of a different object. The provider
// must return an error.
func TestAnotherObjectIsNotTakenForTheOne(t *testing.T) {
	t.Parallel()
	e, d := startDiffering(t, refserver.Options{})
	run := startProviders(t, factories())
	config := e.Config(`resource "engine_node" "it" {
		name = "mine"
		type = "self_hosted"
	}
	`)
	run.applied(t, config)
	for body, want := range map[string]string{
		`{"id": "other", "name": "theirs", "type": "self_hosted"}`: "another object",
		`{}`:                           "has no id",
		`{"detail": "internal error"}`: "has no id",
	} {
		d.set(func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodGet {
				write(t, w, http.StatusOK, body)
			}
			return r.Method == http.MethodGet
		}, nil)
		run.fails(t, config, want)
	}
	d.set(nil, nil)
	if actions := run.applied(t, config); len(actions) > 0 {
		t.Errorf("the plan is %v", actions)
	}
	e.wantCount(t, "node", 1)
	run.destroy(t, e)
}

// TestAWrongValueLeavesNoObject creates an alert with mute = true. Some engines accept the field "mute" only in an update after the create,
// and here the engine refuses this update. The apply must fail and leave no alert.
func TestAWrongValueLeavesNoObject(t *testing.T) {
	for name, habit := range map[string]string{"rejects": "strict-create-refuse", "ignores": "strict-create-ignore"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, d := startDiffering(t, refserver.Options{Habits: []string{habit}})
			run := startProviders(t, factories())
			config := e.Config(`resource "engine_alert" "it" {
				name       = "a"
				severity   = "SEV1"
				type       = "rate"
				rate_value = 5
				rate_unit  = "minute"
				mute       = true
			}
			`)
			d.set(func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method == http.MethodPatch {
					write(t, w, http.StatusBadRequest, `{"mute": ["Not today."]}`)
				}
				return r.Method == http.MethodPatch
			}, nil)
			run.fails(t, config, "The engine refused mute")
			e.wantCount(t, "alert", 0)
			d.set(nil, nil)
			if action := run.applied(t, config)["engine_alert.it"]; action != "create" { // not a replacement of a tainted object
				t.Errorf("the plan is %q", action)
			}
			e.wantCount(t, "alert", 1)
			run.destroy(t, e)
		})
	}
}

// lag is how long the engine shows the old version of an object after a write.
const lag = time.Second

// late is an engine that shows each write only after the time lag. Until then, it hides a new object and shows the old values of a changed
// object. answer is its response to a write: the "whole" document, only the "id", "none", or the document "before" the write.
type late struct {
	mu     sync.Mutex
	shown  map[string]time.Time // by path
	old    map[string]string    // the text that the engine shows until then; "" hides the object
	answer string
}

func (l *late) before(t *testing.T, e *testEngine) func(w http.ResponseWriter, r *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		path := strings.Trim(r.URL.Path, "/")
		l.mu.Lock()
		defer l.mu.Unlock()
		hidden := time.Now().Before(l.shown[path])
		switch {
		case hidden && l.old[path] == "":
			write(t, w, http.StatusNotFound, `{"detail": "Not found."}`)
			return true
		case hidden && r.Method == http.MethodGet:
			write(t, w, http.StatusOK, l.old[path])
			return true
		case r.Method == http.MethodPatch:
			segments := strings.Split(path, "/")
			doc, ok := e.Object(e.Kind(r.URL.Path), segments[len(segments)-1])
			text, err := json.Marshal(doc)
			if !ok || err != nil {
				t.Errorf("no document of %s: %v", path, err)
			}
			l.old[path], l.shown[path] = string(text), time.Now().Add(lag)
		}
		return false
	}
}

func (l *late) after(t *testing.T) func(r *http.Request, answer *httptest.ResponseRecorder) {
	return func(r *http.Request, answer *httptest.ResponseRecorder) {
		path := strings.Trim(r.URL.Path, "/")
		l.mu.Lock()
		defer l.mu.Unlock()
		if answer.Code >= http.StatusMultipleChoices || r.Method != http.MethodPost && r.Method != http.MethodPatch {
			return
		}
		if r.Method == http.MethodPost {
			var created struct{ ID string }
			if err := json.Unmarshal(answer.Body.Bytes(), &created); err != nil {
				t.Error(err)
			}
			l.shown[path+"/"+created.ID] = time.Now().Add(lag)
			if l.answer != "whole" {
				answer.Body.Reset()
				fmt.Fprintf(answer.Body, `{"id": %q}`, created.ID)
			}
			return
		}
		switch l.answer {
		case "none":
			answer.Body.Reset()
			answer.Code = http.StatusNoContent
		case "before":
			answer.Body.Reset()
			answer.Body.WriteString(l.old[path])
		}
	}
}

// TestLateAndShortEngines creates and changes objects on engines that show writes late and answer them incompletely. Every plan after an
// apply must be empty, and no object may be created twice. Each engine has its own Terraform, because a shared Terraform would wait for the
// slowest engine, and the other engines would no longer be late.
func TestLateAndShortEngines(t *testing.T) {
	for _, answer := range []string{"whole", "id", "none", "before"} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			e, d := startDiffering(t, refserver.Options{Habits: []string{"strict-create-ignore"}})
			l := &late{shown: map[string]time.Time{}, old: map[string]string{}, answer: answer}
			d.set(l.before(t, e), l.after(t))
			run := startProviders(t, factories())
			for _, name := range []string{"one", "two"} {
				run.applied(t, e.Config(fmt.Sprintf(`
					resource "engine_dashboard" "it" { name = %[1]q }
					resource "engine_tab" "it" {
						name      = %[1]q
						dashboard = engine_dashboard.it.id
					}
					resource "engine_alert" "it" {
						name        = %[1]q
						severity    = "SEV1"
						type        = "rate"
						rate_value  = 5
						rate_unit   = "minute"
						alert_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1", label = %[1]q }]
					}
				`, name)))
				for _, kind := range []string{"dashboard", "tab", "alert"} {
					e.wantCount(t, kind, 1)
				}
			}
			run.destroy(t, e)
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
