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

// These tests speak the protocol: identities are for Terraform 1.12 and later.

// importAs imports an object by its identity, and gives the state, nil with diagnostics.
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
	state, err := resp.ImportedResources[0].State.Unmarshal(d.shape.Type())
	if err != nil {
		b.Fatal(err)
	}
	want, err := d.identityData(state)
	if err != nil {
		b.Fatal(err)
	}
	if got := resp.ImportedResources[0].Identity; got == nil || !sameBytes(got.IdentityData, want.IdentityData) {
		b.Errorf("the import of %v gives another identity", identity)
	}
	return tfvalue.Object(state), nil
}

// created makes an object of a plan and gives its id. The answer has to have its identity.
func (b *bothPaths) created(typeName string, planned map[string]any) string {
	b.Helper()
	d := b.server.definitions[typeName]
	resp, err := b.server.ApplyResourceChange(b.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: b.value(typeName, nil),
		PlannedState: b.value(typeName, providertest.WithMember(planned, "id", providertest.Unknown{})), Config: b.value(typeName, planned),
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		b.Fatalf("%s: %s", d.Summary, d.Detail)
	}
	state, err := resp.NewState.Unmarshal(d.shape.Type())
	if err != nil {
		b.Fatal(err)
	}
	identity, err := resp.NewIdentity.IdentityData.Unmarshal(d.identityType)
	if err != nil {
		b.Fatal(err)
	}
	if got, want := tfvalue.Text(identity, "id"), tfvalue.Text(state, "id"); got != want || got == "" {
		b.Errorf("the identity has the id %q, the state %q", got, want)
	}
	return tfvalue.Text(state, "id")
}

// TestIdentitySchemas has the identity of every object: its id, the type of a component, and the path of a document.
func TestIdentitySchemas(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	resp, err := b.server.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	served := append(slices.Collect(maps.Keys(b.server.definitions)), "engine_document")
	slices.Sort(served)
	if got, want := slices.Sorted(maps.Keys(resp.IdentitySchemas)), served; !slices.Equal(got, want) {
		t.Errorf("identities of %v, want %v", got, want)
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
	alert := b.created("engine_alert", providertest.WithMember(alertState, "id", nil))
	component := b.created("engine_component", providertest.Connector())
	for name, c := range map[string]struct {
		typeName string
		identity map[string]any
		wrong    string
	}{
		"alert":                       {"engine_alert", map[string]any{"id": alert}, ""},
		"component":                   {"engine_component", map[string]any{"id": component, "type": "connector"}, ""},
		"component without its type":  {"engine_component", map[string]any{"id": component}, ""},
		"component of another type":   {"engine_component", map[string]any{"id": component, "type": "algorithm"}, "The engine has no component with the id"},
		"alert that is not there":     {"engine_alert", map[string]any{"id": component}, "The engine has no alert with the id"},
		"alert with an id of nothing": {"engine_alert", map[string]any{"id": ""}, "is no alert id"},
	} {
		state, diags := b.importAs(c.typeName, c.identity)
		switch {
		case c.wrong == "" && len(diags) > 0:
			t.Errorf("%s: %s", name, diags[0].Detail)
		case c.wrong == "" && !state["id"].Equal(tftypes.NewValue(tftypes.String, c.identity["id"])):
			t.Errorf("%s: the state has the id %s", name, state["id"])
		case c.wrong != "" && (len(diags) != 1 || !strings.Contains(diags[0].Detail, c.wrong)):
			t.Errorf("%s: got %v, want %q", name, diags, c.wrong)
		}
	}
}

// TestObjectThatIsGoneKeepsItsIdentity: the framework takes a missing one for an error of the provider.
func TestObjectThatIsGoneKeepsItsIdentity(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	resp, err := b.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: b.value("engine_alert", alertState)})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) > 0 || !isNull(resp.NewState) {
		t.Errorf("the state is not empty, or: %v", resp.Diagnostics)
	}
}

// TestIdentityDoesNotChange has Terraform say another identity than the state's: an error, in a read and in an update.
func TestIdentityDoesNotChange(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	id := b.created("engine_alert", providertest.WithMember(alertState, "id", nil))
	state := providertest.WithMember(alertState, "id", id)
	d := b.server.definitions["engine_alert"]
	other, err := d.identityData(providertest.Value(t, d.shape.Type(), alertState))
	if err != nil {
		t.Fatal(err)
	}
	read, err := b.server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: b.value("engine_alert", state), CurrentIdentity: other})
	if err != nil || len(read.Diagnostics) != 1 || read.Diagnostics[0].Summary != "Unexpected Identity Change" {
		t.Errorf("read: %v, %v", read.Diagnostics, err)
	}
	planned := providertest.WithMember(state, "mute", true)
	updated, err := b.server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: "engine_alert", PriorState: b.value("engine_alert", state), PlannedState: b.value("engine_alert", planned),
		Config: b.value("engine_alert", providertest.WithMember(planned, "id", nil)), PlannedIdentity: other,
	})
	if err != nil || len(updated.Diagnostics) != 1 || updated.Diagnostics[0].Summary != "Unexpected Identity Change" {
		t.Errorf("update: %v, %v", updated.Diagnostics, err)
	}
}
