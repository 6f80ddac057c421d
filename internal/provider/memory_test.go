// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// memoryCase is a read of a component.
type memoryCase struct {
	private []byte
	running any // in the state before
	active  bool
	status  string

	after   memory
	shows   string // running in the state after
	warning string
	short   bool // the framework is not asked
}

// TestMemoryOfADeployment reads a component with what private state there can be. The read that finds nothing new is
// answered without the framework.
func TestMemoryOfADeployment(t *testing.T) {
	t.Parallel()
	ran, stopped, owed := memory{Ran: true, isKept: true}, memory{isKept: true}, memory{Owed: true, isKept: true}
	for name, c := range map[string]memoryCase{
		"stopped as before":           {private: stopped.private(), status: "Stopped", after: stopped, shows: "null", short: true},
		"runs as before":              {private: ran.private(), active: true, status: "Running", after: ran, shows: "null", short: true},
		"declared, runs as before":    {private: ran.private(), running: true, active: true, status: "Pending", after: ran, shows: "true", short: true},
		"stopped meanwhile":           {private: ran.private(), status: "Stopped", after: stopped, shows: "null", warning: "does not run any more"},
		"declared, stopped meanwhile": {private: ran.private(), running: true, status: "Stopped", after: stopped, shows: "false"},
		"failed meanwhile":            {private: ran.private(), active: true, status: "Failed", after: stopped, shows: "null", warning: `"Failed"`},
		"declared, failed meanwhile":  {private: ran.private(), running: true, active: true, status: "Failed", after: stopped, shows: "false"},
		"started meanwhile":           {private: stopped.private(), active: true, status: "Running", after: ran, shows: "null"},
		"owed":                        {private: owed.private(), status: "Stopped", after: owed, shows: "false"},
		"owed, shown already":         {private: owed.private(), running: false, status: "Stopped", after: owed, shows: "false", short: true},
		"owed, started meanwhile":     {private: owed.private(), running: false, active: true, status: "Running", after: ran, shows: "true"},
		"no memory":                   {status: "Stopped", after: stopped, shows: "null", warning: "may have been killed"},
		"no memory, runs":             {active: true, status: "Running", after: ran, shows: "null"},
		"memory that is none":         {private: []byte(`{"deployment":"W10="}`), status: "Stopped", after: stopped, shows: "null", warning: "may have been killed"},
		"other private state":         {private: []byte(`{"note":"dHJ1ZQ=="}`), active: true, status: "Running", after: ran, shows: "null"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := startBothWays(t)
			req := b.readOf(c)
			resp, err := b.server.ReadResource(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			b.checkMemory(c, resp)
			if isShort := *b.short == 1; isShort != c.short {
				t.Errorf("it was answered the short way: %t, want %t", isShort, c.short)
			}
		})
	}
}

// readOf is the read of a component with the deployment of a case.
func (b *bothWays) readOf(c memoryCase) *tfprotov6.ReadResourceRequest {
	b.Helper()
	state := map[string]any{
		"name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
	doc, err := b.Client(b.T).Create(b.Context(), engine.Components("algorithm"), state)
	if err != nil {
		b.Fatal(err)
	}
	if err := b.Edit("component", documentID(doc), func(doc map[string]any) {
		doc["deployment_active"], doc["deployment_status"] = c.active, c.status
	}); err != nil {
		b.Fatal(err)
	}
	state["id"], state["type"], state["running"] = doc["id"], "algorithm", c.running
	return &tfprotov6.ReadResourceRequest{
		TypeName: "engine_component", CurrentState: b.value("engine_component", state), Private: c.private,
	}
}

func (b *bothWays) checkMemory(c memoryCase, resp *tfprotov6.ReadResourceResponse) {
	b.Helper()
	if after, _ := recallBytes(resp.Private); after != c.after {
		b.Errorf("the memory is %+v, want %+v", after, c.after)
	}
	view, err := resp.NewState.Unmarshal(b.server.definitions["engine_component"].shape.Type())
	if err != nil {
		b.Fatal(err)
	}
	shows := "null"
	if running := declaredBool(view, "running"); running != nil {
		shows = strconv.FormatBool(*running)
	}
	if shows != c.shows {
		b.Errorf("running is %s, want %s", shows, c.shows)
	}
	var said []string
	for _, d := range resp.Diagnostics {
		said = append(said, d.Summary+": "+d.Detail)
	}
	if text := strings.Join(said, "\n"); (c.warning == "") != (text == "") || !strings.Contains(text, c.warning) {
		b.Errorf("it says %q, want %q", text, c.warning)
	}
}

// TestMemoryOfElements reads, plans and updates a dashboard with an element of the engine's own. As long as it stays as it is, the
// framework is not asked.
func TestMemoryOfElements(t *testing.T) {
	t.Parallel()
	b := startBothWays(t)
	doc, err := b.Client(t).Create(t.Context(), engine.Dashboards, engine.Document{"name": "n", "tags": []any{map[string]any{"id": "a"}}})
	if err != nil {
		t.Fatal(err)
	}
	hold := func(name string) engine.Document {
		var held engine.Document
		if err := b.Edit("dashboard", documentID(doc), func(doc map[string]any) {
			doc["tags"] = []any{map[string]any{"id": "a"}, map[string]any{"id": "own", "name": name}}
			held = doc
		}); err != nil {
			t.Fatal(err)
		}
		return held
	}
	d := b.server.definitions["engine_dashboard"]
	state := map[string]any{"id": doc["id"], "name": "n", "tags": []any{map[string]any{"id": "a"}}}
	marks := map[string][]string{}
	for name, surplus := range d.shape.UndeclaredElements(hold("Own"), providertest.Value(t, d.shape.Type(), state)) {
		marks[name] = slices.Sorted(maps.Keys(surplus))
	}
	private := memory{}.withElements(marks).private()
	read := func() *tfprotov6.ReadResourceResponse {
		t.Helper()
		resp, err := b.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
			TypeName: "engine_dashboard", CurrentState: b.value("engine_dashboard", state), Private: private,
		})
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	if resp := read(); !sameBytes(resp.NewState, b.value("engine_dashboard", state)) || !bytes.Equal(resp.Private, private) || *b.short != 1 {
		t.Errorf("the read gives %v with the private state %s; %d were answered the short way, want 1", resp.NewState, resp.Private, *b.short)
	}
	plan, err := b.server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: "engine_dashboard", PriorState: b.value("engine_dashboard", state), PriorPrivate: private,
		ProposedNewState: b.value("engine_dashboard", providertest.WithMember(state, "name", "m")), Config: b.value("engine_dashboard", providertest.WithMember(state, "name", "m")),
	})
	if err != nil || !bytes.Equal(plan.PlannedPrivate, private) {
		t.Errorf("the plan has the private state %s (%v)", plan.PlannedPrivate, err)
	}
	hold("Somebody's")
	if resp := read(); sameBytes(resp.NewState, b.value("engine_dashboard", state)) {
		t.Error("another element of the same key is no drift")
	}
}

// TestOwnTextsAreNotedOnce has the first update of an imported object fail: the next one notes the same text.
func TestOwnTextsAreNotedOnce(t *testing.T) {
	t.Parallel()
	d := alertDefinition(t)
	state := plannedAlert(t, d, map[string]any{"ref_id": "A", "type": "EXPRESSION", "expression": "$B", "expression_plain": "theirs"})
	planned := plannedAlert(t, d, map[string]any{"ref_id": "A", "type": "EXPRESSION", "expression": "$B"})
	once := d.ownTexts(nil, state, planned)
	if name := d.Derived.List + ".expression_plain"; len(once[name]) != 1 || len(d.ownTexts(once, state, planned)[name]) != 1 {
		t.Errorf("noted %v, and then %v", once, d.ownTexts(once, state, planned))
	}
}
