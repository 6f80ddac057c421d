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

// move sends a MoveResourceState request. sourceState is the JSON state that the provider acme/acme stored.
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

func (b *bothPaths) moveAndRead(sourceType, sourceState, targetType string) (tftypes.Value, []byte) {
	b.Helper()
	moved := b.move(sourceType, sourceState, targetType)
	if len(moved.Diagnostics) > 0 {
		b.Fatalf("%s: %s", sourceType, moved.Diagnostics[0].Detail)
	}
	read, err := b.server.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: targetType, CurrentState: moved.TargetState, CurrentIdentity: moved.TargetIdentity, Private: moved.TargetPrivate,
	})
	if err != nil || len(read.Diagnostics) > 0 {
		b.Fatalf("%s: %v %v", sourceType, err, read)
	}
	return b.decoded(targetType, read.NewState), read.Private
}

func TestMoveAndReadIsAnImport(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	alert, component := b.created("engine_alert", alertState), b.created("engine_component", providertest.Connector())
	for _, c := range []struct {
		source, state, target string
		identity              map[string]any
	}{
		{
			source: "acme_alert", state: `{"id": "$ID", "severity": 2, "blocks": [{"a": null}], "timeouts": null}`,
			target: "engine_alert", identity: map[string]any{"id": alert},
		},
		{
			source: "acme_connector", state: `{"id": "$ID"}`,
			target: "engine_component", identity: map[string]any{"id": component, "type": "connector"},
		},
		{
			source: "acme_engine_component", state: `{"id": "$ID", "type": "Connectors"}`,
			target: "engine_component", identity: map[string]any{"id": component, "type": "connector"},
		},
	} {
		id, _ := c.identity["id"].(string)
		state, _ := b.moveAndRead(c.source, strings.ReplaceAll(c.state, "$ID", id), c.target)
		imported, diagnostics := b.importAs(c.target, c.identity)
		if imported == nil {
			t.Fatal(diagnostics)
		}
		if !state.Equal(tftypes.NewValue(state.Type(), imported)) {
			t.Errorf("%s became %v, an import gives %v", c.source, state, imported)
		}
	}
}

// TestNamesOfReferencesAfterAMove moves a dashboard with a reference to an asset. If no reference in the old provider's state contains a
// name, the new state must omit the asset's name. Otherwise, it must contain the name.
func TestNamesOfReferencesAfterAMove(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	id := b.created("engine_dashboard", map[string]any{"name": "d", "assets": []any{map[string]any{"id": "a-1", "name": "Pump"}}})
	for assets, want := range map[string]string{
		`"assets": [{"id": "a-1", "name": "Pump"}]`: "Pump",
		`"assets": [{"id": "a-1", "name": null}]`:   "",
		`"asset_ids": ["a-1"]`:                      "",
		`"kept": [{"by": "somebody"}]`:              "Pump",
	} {
		state, private := b.moveAndRead("acme_dashboard", `{"id": "`+id+`", "name": "d", `+assets+`}`, "engine_dashboard")
		got := tfvalue.String(tfvalue.List(state, "assets")[0], "name")
		if got != want || tfvalue.String(state, "name") != "d" || len(private) > 0 {
			t.Errorf("%s: the name is %q, want %q; private state %q", assets, got, want, private)
		}
	}
}

// TestIDsOfOtherStates checks that a move keeps the id, even if it is a number in the old state, or if the old state has the flat format
// that Terraform used before 0.12.
func TestIDsOfOtherStates(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for want, source := range map[string]*tfprotov6.RawState{
		"12345678901234567890": {JSON: []byte(`{"id": 12345678901234567890}`)},
		"n-1":                  {Flatmap: map[string]string{"id": "n-1", "tags.#": "0"}},
	} {
		resp, err := b.server.MoveResourceState(t.Context(), &tfprotov6.MoveResourceStateRequest{
			SourceTypeName: "acme_node", TargetTypeName: "engine_node", SourceState: source,
		})
		if err != nil || len(resp.Diagnostics) > 0 || !sameBytes(resp.TargetState, b.value("engine_node", map[string]any{"id": want})) {
			t.Errorf("%s: %v (%v)", want, resp, err)
		}
	}
}

// TestRejectedMoves tries to move states that can't be converted, for example a dashboard's state to an engine_alert. The error must
// describe the problem and explain what would be valid.
func TestRejectedMoves(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for _, c := range []struct {
		source, state, target string
		words                 []string // parts of the error
	}{
		{
			source: "acme_dashboard", state: `{"id": "1"}`, target: "engine_alert",
			words: []string{`"acme_dashboard"`, "acme/acme", "engine_alert", "*_alert"},
		},
		{source: "acme_pie", state: `{"id": "1"}`, target: "engine_widget", words: []string{"*_widget", "*_dashboard_*_chart"}},
		{source: "acme_alert", state: `{"name": "x"}`, target: "engine_alert", words: []string{`the id ""`}},
		{source: "acme_alert", state: `{"id": "algorithm/1"}`, target: "engine_alert", words: []string{`"algorithm/1"`}},
		{source: "acme_alert", state: `[]`, target: "engine_alert", words: []string{`the id ""`}},
		{source: "acme_component", state: `{"id": "1"}`, target: "engine_component", words: []string{"algorithm or connector"}},
	} {
		resp := b.move(c.source, c.state, c.target)
		if len(resp.Diagnostics) != 1 || resp.TargetState != nil {
			t.Errorf("%s to %s: %v", c.source, c.target, resp.Diagnostics)
			continue
		}
		for _, word := range c.words {
			if !strings.Contains(resp.Diagnostics[0].Detail, word) {
				t.Errorf("%s to %s: %q lacks %q", c.source, c.target, resp.Diagnostics[0].Detail, word)
			}
		}
	}
}

// TestMoveToAnotherAddress moves a state that this provider wrote under a different address. The state must not change.
func TestMoveToAnotherAddress(t *testing.T) {
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
	if want := b.value("engine_alert", alertState); !sameBytes(resp.TargetState, want) || !bytes.Equal(resp.TargetPrivate, private) ||
		resp.TargetIdentity == nil {
		t.Errorf("the move gives %v", resp)
	}
	// Another provider may also have a resource named engine_alert. If its state does not match this provider's schema, only the id is kept.
	resp = b.move("engine_alert", `{"id": "1", "alert_items": "all"}`, "engine_alert")
	if len(resp.Diagnostics) > 0 || !sameBytes(resp.TargetState, b.value("engine_alert", map[string]any{"id": "1"})) {
		t.Errorf("a state that does not fit gives %v", resp)
	}
}
