// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestLifecycle creates an object with its required attributes, updates it to all attributes and back, and imports it in between. A refused
// create must leave no object, and a refused update must not change the state. If somebody removes the object, Terraform must create it
// again. The plan after every step must be empty.
func TestLifecycle(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		l := startLifecycle(t, c)
		l.refused(http.MethodPost, minimal)
		if left := l.Objects(c.object); len(left) > 0 {
			t.Fatalf("a failed create left %v", left)
		}
		l.ClearRequests()
		l.becomes(minimal, "create")
		if err := l.checkCreated(c, minimal); err != nil {
			t.Error(err)
		}
		atFirst := l.document()
		l.imports(t, l.config(minimal), l.it())
		l.refused(http.MethodPatch, full)
		l.becomes(full, "update")
		l.imports(t, l.config(importable), l.it())
		l.becomes(minimal, "update")
		if err := sameBut(l.document(), atFirst, c.extraKeys()); err != nil {
			t.Error(err)
		}
		l.removeAll(t, c.object)
		l.becomes(minimal, "create")
		l.destroy(t, l.testEngine)
	})
}

type lifecycle struct {
	*testing.T
	lifecycleCase
	*testEngine
	*terraformRun
}

func startLifecycle(t *testing.T, c lifecycleCase) *lifecycle {
	t.Helper()
	l := &lifecycle{T: t, lifecycleCase: c, testEngine: startEngine(t, refserver.Options{})}
	l.terraformRun = startProviders(t, factories())
	return l
}

func (l *lifecycle) it() string { return "engine_" + l.object + ".it" }

func (l *lifecycle) config(pick func(r row) string) string { return l.Config(l.one(pick)) }

func (l *lifecycle) document() map[string]any {
	l.Helper()
	return l.terraformRun.document(l.T, l.testEngine, l.it())
}

func (l *lifecycle) becomes(pick func(r row) string, action string) {
	l.Helper()
	if got := l.applied(l.T, l.config(pick))[l.it()]; got != action {
		l.Errorf("the plan is %q, want %q", got, action)
	}
}

// refused applies a configuration while the engine refuses each request with the given method for this kind of object. The apply
// must fail.
func (l *lifecycle) refused(method string, pick func(r row) string) {
	l.Helper()
	end := l.testEngine.Fail(refserver.Fault{
		Match: func(request *http.Request) bool {
			return request.Method == method && l.Kind(request.URL.Path) == l.object
		},
		Status: http.StatusBadRequest, Body: `{"name": ["not this one"]}`,
	})
	defer end()
	l.fails(l.T, l.config(pick), "The engine refused name: not this one")
}

// TestCreateFull creates an object with all attributes. Some fields are documented only for updates. One engine accepts these fields in a
// create, one ignores them, and one refuses the create. On all three engines, one apply must suffice.
func TestCreateFull(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		engines := map[string]*testEngine{}
		for name, habits := range map[string][]string{"accepts": nil, "ignores": {"strict-create-ignore"}, "rejects": {"strict-create-refuse"}} {
			engines[name] = startEngine(t, refserver.Options{Habits: habits})
		}
		config, providers := onEach(engines, c.one(full))
		run := startProviders(t, providers)
		run.applied(t, config)
		for name, e := range engines {
			if err := e.checkCreated(c, full); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		run.destroy(t, slices.Collect(maps.Values(engines))...)
	})
}

// checkCreated checks that the first POST for the case's kind of object sent a key for every declared attribute, and no other keys.
func (e *testEngine) checkCreated(c lifecycleCase, pick func(r row) string) error {
	want := map[string]bool{}
	for _, r := range c.rows {
		if pick(r) != "" && r.sent == nil {
			want[r.attribute] = true
		}
		for _, key := range r.sent {
			want[key] = want[key] || pick(r) != ""
		}
	}
	if c.object == "component" {
		want["deployment_type"], want["type"] = true, false // deployment_type has a default; type is in the path
	}
	maps.DeleteFunc(want, func(_ string, sent bool) bool { return !sent })
	for _, request := range e.writes() {
		var body map[string]any
		if request.Method != http.MethodPost || json.Unmarshal(request.Body, &body) != nil || e.Kind(request.Path) != c.object {
			continue
		}
		sent := slices.Sorted(maps.Keys(body))
		if keys := slices.Sorted(maps.Keys(want)); !slices.Equal(sent, keys) {
			return fmt.Errorf("POST sent %v, want %v", sent, keys)
		}
		return nil
	}
	return fmt.Errorf("no POST for a %s", c.object)
}

// extraKeys returns the keys that attributes of this case have in the engine's document, if a key differs from the attribute's name. For
// example, the attribute "extra" has several keys.
func (c lifecycleCase) extraKeys() []string {
	var keys []string
	for _, r := range c.rows {
		keys = append(keys, r.sent...)
	}
	return keys
}

// sameBut returns an error if a key of doc has another value in want. The keys in kept may be null in doc and missing in want, because the
// engine sets a cleared key to null and never removes it.
func sameBut(doc, want map[string]any, kept []string) error {
	doc = maps.Clone(doc)
	for _, key := range kept {
		if doc[key] == nil {
			delete(doc, key)
		}
	}
	for key := range doc {
		if !reflect.DeepEqual(doc[key], want[key]) {
			return fmt.Errorf("%s is %v, it was %v before it had been declared", key, doc[key], want[key])
		}
	}
	return nil
}

func (e *testEngine) removeAll(t *testing.T, object string) {
	t.Helper()
	for _, doc := range e.Objects(object) {
		id, _ := doc["id"].(string)
		if err := e.Remove(object, id); err != nil {
			t.Fatal(err)
		}
	}
}

func (e *testEngine) checkEmpty() error {
	for _, o := range catalog.Objects() {
		if left := e.Objects(o.Name); len(left) > 0 {
			return fmt.Errorf("%d %s are left: %v", len(left), o.Plural, left)
		}
	}
	return nil
}
