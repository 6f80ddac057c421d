// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// move asks for a state that another provider kept as the given JSON text.
func (b *bothPaths) move(sourceType, sourceState, targetType string) *tfprotov6.MoveResourceStateResponse {
	b.Helper()
	resp, err := b.server.MoveResourceState(b.Context(), &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: "registry.terraform.io/acme/acme", SourceTypeName: sourceType,
		SourceState: &tfprotov6.RawState{JSON: []byte(sourceState)}, TargetTypeName: targetType,
	})
	if err != nil {
		b.Fatal(err)
	}
	return resp
}

// read reads the object of a state.
func (b *bothPaths) read(typeName string, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData, private []byte) *tfprotov6.ReadResourceResponse {
	b.Helper()
	resp, err := b.server.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: state, CurrentIdentity: identity, Private: private,
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		b.Errorf("%s: %s", d.Summary, d.Detail)
	}
	return resp
}

// TestMoveKeepsTheIDAndReadsTheRest takes over an object of each kind; the read that follows gives the state of an import.
func TestMoveKeepsTheIDAndReadsTheRest(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	ids := map[string]string{"engine_alert": b.created("engine_alert", providertest.WithMember(alertState, "id", nil))}
	component := map[string]any{
		"type": "connector", "name": "c", "version": "1", "input": []any{}, "output": []any{}, "routines": []any{},
		"deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
	}
	ids["engine_component"] = b.created("engine_component", component)
	for _, c := range []struct{ source, state, target string }{
		{"acme_alert", `{"id": "$ID", "severity": 2, "blocks": [{"a": null}], "timeouts": null}`, "engine_alert"},
		{"acme_connector", `{"id": "$ID"}`, "engine_component"},
		{"acme_engine_component", `{"id": "$ID", "type": "Connectors"}`, "engine_component"},
	} {
		d := b.server.definitions[c.target]
		moved := b.move(c.source, strings.ReplaceAll(c.state, "$ID", ids[c.target]), c.target)
		for _, d := range moved.Diagnostics {
			t.Fatalf("%s: %s", d.Summary, d.Detail)
		}
		read := b.read(c.target, moved.TargetState, moved.TargetIdentity, moved.TargetPrivate)
		state, err := read.NewState.Unmarshal(d.shape.Type())
		if err != nil {
			t.Fatal(err)
		}
		identity := map[string]any{"id": ids[c.target]}
		if d.Typed() {
			identity["type"] = "connector"
		}
		imported, diagnostics := b.importAs(c.target, identity)
		if imported == nil {
			t.Fatal(diagnostics)
		}
		if !state.Equal(tftypes.NewValue(d.shape.Type(), imported)) {
			t.Errorf("%s became %v, an import gives %v", c.source, state, imported)
		}
	}
}

// TestNamesOfReferencesAsTheOldStateHasThem: an engine answers the names of references to whoever knows the ids.
func TestNamesOfReferencesAsTheOldStateHasThem(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	id := b.created("engine_dashboard", map[string]any{"name": "d", "assets": []any{map[string]any{"id": "a-1", "name": "Pump"}}})
	for assets, want := range map[string]string{
		`"assets": [{"id": "a-1", "name": "Pump"}]`: "Pump",
		`"assets": [{"id": "a-1", "name": null}]`:   "",
		`"asset_ids": ["a-1"]`:                      "",
		`"kept": [{"by": "somebody"}]`:              "Pump",
	} {
		moved := b.move("acme_dashboard", `{"id": "`+id+`", "name": "d", `+assets+`}`, "engine_dashboard")
		read := b.read("engine_dashboard", moved.TargetState, moved.TargetIdentity, moved.TargetPrivate)
		state, err := read.NewState.Unmarshal(b.server.definitions["engine_dashboard"].shape.Type())
		if err != nil {
			t.Fatal(err)
		}
		if got := tfvalue.Text(tfvalue.List(state, "assets")[0], "name"); got != want || tfvalue.Text(state, "name") != "d" || len(read.Private) > 0 {
			t.Errorf("%s: the name is %q, want %q; private state %q", assets, got, want, read.Private)
		}
	}
}

func TestNumberIsAnID(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	resp := b.move("acme_node", `{"id": 12345678901234567890}`, "engine_node")
	if len(resp.Diagnostics) > 0 {
		t.Fatal(resp.Diagnostics[0].Detail)
	}
	state, err := resp.TargetState.Unmarshal(b.server.definitions["engine_node"].shape.Type())
	if got := tfvalue.Text(state, "id"); err != nil || got != "12345678901234567890" {
		t.Errorf("the id is %q (%v)", got, err)
	}
	// States of Terraform before 0.12 are flat.
	flat, err := b.server.MoveResourceState(t.Context(), &tfprotov6.MoveResourceStateRequest{
		SourceTypeName: "acme_node", TargetTypeName: "engine_node", SourceState: &tfprotov6.RawState{Flatmap: map[string]string{"id": "n-1", "tags.#": "0"}},
	})
	if err != nil || len(flat.Diagnostics) > 0 || !sameBytes(flat.TargetState, b.value("engine_node", map[string]any{"id": "n-1"})) {
		t.Errorf("a flat state gives %v (%v)", flat, err)
	}
}

// TestWhatDoesNotFitIsRefused wants errors that name what was to be moved and what would fit.
func TestWhatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for _, c := range []struct {
		source, state, target string
		said                  []string
	}{
		{"acme_dashboard", `{"id": "1"}`, "engine_alert", []string{`"acme_dashboard"`, "acme/acme", "engine_alert", "*_alert"}},
		{"acme_pie", `{"id": "1"}`, "engine_widget", []string{"*_widget", "*_dashboard_*_chart"}},
		{"acme_alert", `{"name": "x"}`, "engine_alert", []string{`the id ""`}},
		{"acme_alert", `{"id": "algorithm/1"}`, "engine_alert", []string{`"algorithm/1"`}},
		{"acme_alert", `[]`, "engine_alert", []string{`the id ""`}},
		{"acme_component", `{"id": "1"}`, "engine_component", []string{"algorithm or connector"}},
	} {
		resp := b.move(c.source, c.state, c.target)
		if len(resp.Diagnostics) != 1 || resp.TargetState != nil {
			t.Errorf("%s to %s: %v", c.source, c.target, resp.Diagnostics)
			continue
		}
		for _, said := range c.said {
			if !strings.Contains(resp.Diagnostics[0].Detail, said) {
				t.Errorf("%s to %s: %q lacks %q", c.source, c.target, resp.Diagnostics[0].Detail, said)
			}
		}
	}
}

// TestNewAddressKeepsTheState moves a state of this provider to the provider under another address.
func TestNewAddressKeepsTheState(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	text, err := json.Marshal(alertState)
	if err != nil {
		t.Fatal(err)
	}
	private := []byte(`{"deployment":"eyJyYW4iOnRydWV9"}`)
	resp, err := b.server.MoveResourceState(t.Context(), &tfprotov6.MoveResourceStateRequest{
		SourceProviderAddress: "engine", SourceTypeName: "engine_alert", TargetTypeName: "engine_alert",
		SourceState: &tfprotov6.RawState{JSON: text}, SourcePrivate: private,
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, resp.Diagnostics)
	}
	if want := b.value("engine_alert", alertState); !sameBytes(resp.TargetState, want) || !bytes.Equal(resp.TargetPrivate, private) || resp.TargetIdentity == nil {
		t.Errorf("the move gives %v", resp)
	}
	// Another provider may have the same name for its resource.
	resp = b.move("engine_alert", `{"id": "1", "alert_items": "all"}`, "engine_alert")
	if len(resp.Diagnostics) > 0 || !sameBytes(resp.TargetState, b.value("engine_alert", map[string]any{"id": "1"})) {
		t.Errorf("a state that does not fit gives %v", resp)
	}
}

// TestPlanWithoutTheReadIsRefused: without it the plan would write the object from the configuration, or replace it.
func TestPlanWithoutTheReadIsRefused(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for typeName, config := range map[string]map[string]any{
		"engine_tab":    {"name": "t", "dashboard": "d"},
		"engine_widget": {"name": "w", "type": "line", "tab": providertest.Unknown{}},
		"engine_node":   {"name": "n", "type": "self_hosted"},
	} {
		config["id"] = nil
		proposed := providertest.WithMember(config, "id", "1")
		resp, err := b.server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: typeName, PriorState: b.value(typeName, map[string]any{"id": "1"}),
			ProposedNewState: b.value(typeName, proposed), Config: b.value(typeName, config),
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail, "-refresh=false") || len(resp.RequiresReplace) > 0 {
			t.Errorf("%s: %v, replaces for %v", typeName, resp.Diagnostics, resp.RequiresReplace)
		}
	}
}
