// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// These tests call the provider through the plugin protocol instead of running Terraform, because identities require Terraform 1.12 and the
// tests must also run with earlier versions.

func (b *bothPaths) importAs(typeName string, identity map[string]any) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	b.Helper()
	d := b.server.definitions[typeName]
	data, err := tfprotov6.NewDynamicValue(d.identityType, providertest.Value(b.T, d.identityType, identity))
	if err != nil {
		b.Fatal(err)
	}
	resp, err := b.server.ImportResourceState(b.Context(), &tfprotov6.ImportResourceStateRequest{
		TypeName: typeName, Identity: &tfprotov6.ResourceIdentityData{IdentityData: &data},
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(resp.Diagnostics) > 0 {
		return nil, resp.Diagnostics
	}
	state := b.decoded(typeName, resp.ImportedResources[0].State)
	want, err := d.identityData(state)
	if got := resp.ImportedResources[0].Identity; err != nil || got == nil || !sameBytes(got.IdentityData, want.IdentityData) {
		b.Errorf("the import of %v gives another identity (%v)", identity, err)
	}
	return tfvalue.Object(state), nil
}

// TestIdentitySchemas checks the attributes of all identities.
func TestIdentitySchemas(t *testing.T) {
	t.Parallel()
	s := newServer("test")
	resp, err := s.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	served := append(slices.Collect(maps.Keys(s.definitions)), "engine_document")
	slices.Sort(served)
	if got := slices.Sorted(maps.Keys(resp.IdentitySchemas)); !slices.Equal(got, served) {
		t.Errorf("identities of %v, want %v", got, served)
	}
	for typeName, schema := range resp.IdentitySchemas {
		got := map[string]bool{}
		for _, a := range schema.IdentityAttributes {
			got[a.Name] = a.RequiredForImport
		}
		want := map[string]bool{"id": true}
		switch typeName {
		case "engine_component":
			want["type"] = false
		case "engine_document":
			want["path"] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: required for an import: %v, want %v", typeName, got, want)
		}
	}
}

func TestImportByIdentity(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	alert, component := b.created("engine_alert", alertState), b.created("engine_component", providertest.Connector())
	for name, c := range map[string]struct {
		typeName string
		identity map[string]any
		problem  string // part of the expected error, or "" if the import must succeed
	}{
		"alert":                      {typeName: "engine_alert", identity: map[string]any{"id": alert}},
		"component":                  {typeName: "engine_component", identity: map[string]any{"id": component, "type": "connector"}},
		"component without its type": {typeName: "engine_component", identity: map[string]any{"id": component}},
		"component of another type": {
			typeName: "engine_component", identity: map[string]any{"id": component, "type": "algorithm"},
			problem: "The engine has no component with the id",
		},
		"missing alert": {
			typeName: "engine_alert", identity: map[string]any{"id": component}, problem: "The engine has no alert with the id",
		},
		"alert with an empty id": {typeName: "engine_alert", identity: map[string]any{"id": ""}, problem: "is no alert id"},
	} {
		state, diags := b.importAs(c.typeName, c.identity)
		switch {
		case c.problem == "" && len(diags) > 0:
			t.Errorf("%s: %s", name, diags[0].Detail)
		case c.problem == "" && !state["id"].Equal(tftypes.NewValue(tftypes.String, c.identity["id"])):
			t.Errorf("%s: the state has the id %s", name, state["id"])
		case c.problem != "" && (len(diags) != 1 || !strings.Contains(diags[0].Detail, c.problem)):
			t.Errorf("%s: got %v, want %q", name, diags, c.problem)
		}
	}
}

// TestDeletedObjectKeepsItsIdentity reads an object that no longer exists. The response must contain a null state but still an identity,
// because the framework reports an error if the identity is missing.
func TestDeletedObjectKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	resp := startBothPaths(t).read("engine_alert", alertState, nil)
	if len(resp.Diagnostics) > 0 || !isNull(resp.NewState) {
		t.Errorf("the state is not empty, or: %v", resp.Diagnostics)
	}
}

// TestIdentityDoesNotChange checks that a read and an update fail if Terraform sends the identity of a different object with the state.
func TestIdentityDoesNotChange(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	state := with(alertState, "id", b.created("engine_alert", alertState))
	d := b.server.definitions["engine_alert"]
	other, err := d.identityData(providertest.Value(t, d.shape.Type(), alertState))
	if err != nil {
		t.Fatal(err)
	}
	read, err := b.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: "engine_alert", CurrentState: b.value("engine_alert", state), CurrentIdentity: other,
	})
	if err != nil || len(read.Diagnostics) != 1 || read.Diagnostics[0].Summary != "Unexpected Identity Change" {
		t.Errorf("read: %v, %v", read.Diagnostics, err)
	}
	planned := with(state, "mute", true)
	updated, err := b.server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: "engine_alert", PriorState: b.value("engine_alert", state), PlannedState: b.value("engine_alert", planned),
		Config: b.value("engine_alert", with(planned, "id", nil)), PlannedIdentity: other,
	})
	if err != nil || len(updated.Diagnostics) != 1 || updated.Diagnostics[0].Summary != "Unexpected Identity Change" {
		t.Errorf("update: %v, %v", updated.Diagnostics, err)
	}
}
