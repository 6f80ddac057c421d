// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestPrivateStateOfADeployment reads components. The private state records whether a component was running, and the engine reports whether
// it is running now. If nothing has changed, the provider must return the state without calling the framework.
func TestPrivateStateOfADeployment(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	ran, stopped := deploymentFacts{Ran: true, hasDeployment: true}, deploymentFacts{hasDeployment: true}
	owed := deploymentFacts{Owed: true, hasDeployment: true}
	for name, c := range map[string]struct {
		before  deploymentFacts
		private []byte // if not nil, replaces the encoded before field
		running any    // running attribute in the state before the read
		active  bool
		status  string

		after   deploymentFacts
		shows   any // running attribute in the state after the read
		warning string
		direct  bool
	}{
		"stopped as before":           {before: stopped, status: "Stopped", after: stopped, direct: true},
		"runs as before":              {before: ran, active: true, status: "Running", after: ran, direct: true},
		"declared, runs as before":    {before: ran, running: true, active: true, status: "Pending", after: ran, shows: true, direct: true},
		"stopped meanwhile":           {before: ran, status: "Stopped", after: stopped, warning: "no longer runs"},
		"declared, stopped meanwhile": {before: ran, running: true, status: "Stopped", after: stopped, shows: false},
		"failed meanwhile":            {before: ran, active: true, status: "Failed", after: stopped, warning: `"Failed"`},
		"declared, failed meanwhile":  {before: ran, running: true, active: true, status: "Failed", after: stopped, shows: false},
		"started meanwhile":           {before: stopped, active: true, status: "Running", after: ran},
		"owed":                        {before: owed, status: "Stopped", after: owed, shows: false},
		"owed, shown already":         {before: owed, running: false, status: "Stopped", after: owed, shows: false, direct: true},
		"owed, started meanwhile":     {before: owed, running: false, active: true, status: "Running", after: ran, shows: true},
		"no private state":            {status: "Stopped", after: stopped, warning: "may have been killed"},
		"no private state, runs":      {active: true, status: "Running", after: ran},
		"private state that can't be read": {
			private: []byte(`{"deployment":"W10="}`), status: "Stopped", after: stopped, warning: "may have been killed",
		},
		"other private state": {private: otherPrivate, active: true, status: "Running", after: ran},
		"runs as before, other private state": {
			private: []byte(`{"deployment":"eyJyYW4iOnRydWV9","note":"dHJ1ZQ=="}`), active: true, status: "Running", after: ran,
		},
	} {
		id := b.created("engine_component", componentState)
		if err := b.Edit("component", id, func(doc map[string]any) {
			doc["deployment_active"], doc["deployment_status"] = c.active, c.status
		}); err != nil {
			t.Fatal(err)
		}
		if c.private == nil {
			c.private = privateData{deploymentFacts: c.before}.encode()
		}
		*b.direct = 0
		resp := b.read("engine_component", with(with(componentState, "id", id), "running", c.running), c.private)
		if after := decodePrivate(resp.Private).deploymentFacts; after != c.after {
			t.Errorf("%s: the private state is %+v, want %+v", name, after, c.after)
		}
		var shows any
		if running := declaredBool(b.decoded("engine_component", resp.NewState), "running"); running != nil {
			shows = *running
		}
		if shows != c.shows {
			t.Errorf("%s: running is %v, want %v", name, shows, c.shows)
		}
		var warnings string
		for _, d := range resp.Diagnostics {
			warnings += d.Summary + ": " + d.Detail + "\n"
		}
		if (c.warning == "") != (warnings == "") || !strings.Contains(warnings, c.warning) {
			t.Errorf("%s: the warnings are %q, want %q", name, warnings, c.warning)
		}
		if isDirect := *b.direct == 1; isDirect != c.direct {
			t.Errorf("%s: handled on the direct path: %t, want %t", name, isDirect, c.direct)
		}
	}
}

// TestMarksOfElements reads a dashboard to which the engine has added a tag. The private state contains a mark, which is a hash of the tag.
// As long as the tag is unchanged, the state after a read must not contain the tag.
func TestMarksOfElements(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	state := map[string]any{"name": "n", "tags": []any{map[string]any{"id": "a"}}}
	id := b.created("engine_dashboard", state)
	state["id"] = id
	addElement := func(name string) (edited engine.Document) {
		if err := b.Edit("dashboard", id, func(doc map[string]any) {
			doc["tags"] = []any{map[string]any{"id": "a"}, map[string]any{"id": "own", "name": name}}
			edited = doc
		}); err != nil {
			t.Fatal(err)
		}
		return edited
	}
	d := b.server.definitions["engine_dashboard"]
	marks := map[string][]string{}
	for name, surplus := range d.shape.UndeclaredElements(addElement("Own"), providertest.Value(t, d.shape.Type(), state)) {
		marks[name] = slices.Sorted(maps.Keys(surplus))
	}
	private, before := privateData{}.withMarks(marks).encode(), b.value("engine_dashboard", state)
	*b.direct = 0
	resp := b.read("engine_dashboard", state, private)
	if !sameBytes(resp.NewState, before) || !bytes.Equal(resp.Private, private) || *b.direct != 1 {
		t.Errorf("the read gives %v with the private state %s; %d were handled on the direct path, want 1",
			resp.NewState, resp.Private, *b.direct)
	}
	plan, err := b.plan("engine_dashboard", state, with(state, "name", "m"), private)
	if err != nil || !bytes.Equal(plan.PlannedPrivate, private) {
		t.Errorf("the plan has the private state %s (%v)", plan.PlannedPrivate, err)
	}
	addElement("Somebody's")
	if resp := b.read("engine_dashboard", state, private); sameBytes(resp.NewState, before) {
		t.Error("another element with the same key is no drift")
	}
}

// TestTextsAreMarkedOnce checks that the private state contains the mark of an imported string, such as expression_plain, only once. A mark
// is a hash of the string. If the first update fails and is repeated, withTextMarks handles the same string twice and must not add its mark
// again.
func TestTextsAreMarkedOnce(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	state := plannedAlert(t, d, map[string]any{"ref_id": "A", "type": "EXPRESSION", "expression": "$B", "expression_plain": "theirs"})
	planned := plannedAlert(t, d, map[string]any{"ref_id": "A", "type": "EXPRESSION", "expression": "$B"})
	once := d.withTextMarks(nil, state, planned)
	if name := d.Derived.List + ".expression_plain"; len(once[name]) != 1 || len(d.withTextMarks(once, state, planned)[name]) != 1 {
		t.Errorf("noted %v, and then %v", once, d.withTextMarks(once, state, planned))
	}
}
