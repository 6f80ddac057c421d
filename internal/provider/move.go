// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// A moved block can take an object over from a resource of another provider (Terraform 1.8 and later). Nobody knows what that
// one kept in its state, so that the id alone is taken out of it, and one hint (below). Terraform calls before the provider is configured: the
// engine can't be asked here. What comes out is a bare state, of which the next read makes what an import would; Terraform
// reads in the same plan.

// MoveResourceState takes the id out of the state of another provider's resource. A resource of this provider comes here with its own
// type when OpenTofu sees that the address of the provider changed: its state stays as it is.
func (s *server) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse, error) {
	d := s.definitions[req.TargetTypeName]
	if d == nil {
		return s.ProviderServer.MoveResourceState(ctx, req)
	}
	if req.SourceTypeName == req.TargetTypeName {
		if resp, err := s.readdress(ctx, d, req); resp != nil || err != nil {
			return resp, err
		}
	}
	source, err := sourceMembers(req.SourceState)
	if err != nil {
		source = nil // which has no id
	}
	state, problem := d.takenOver(req, source)
	if problem != "" {
		return &tfprotov6.MoveResourceStateResponse{Diagnostics: []*tfprotov6.Diagnostic{{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "The object can't be taken over",
			Detail: fmt.Sprintf("A moved block makes an %s of a resource of the type %q of the provider %s. %s",
				req.TargetTypeName, req.SourceTypeName, req.SourceProviderAddress, problem),
		}}}, nil
	}
	resp, err := d.moved(state)
	if err == nil {
		resp.TargetPrivate, err = hintPrivate(d.Name, source)
	}
	return resp, err
}

// moved is the answer to a move that gives a state.
func (d *definition) moved(state tftypes.Value) (*tfprotov6.MoveResourceStateResponse, error) {
	encoded, err := tfprotov6.NewDynamicValue(d.shape.Type(), state)
	if err != nil {
		return nil, err
	}
	identity, err := d.identityData(state)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.MoveResourceStateResponse{TargetState: &encoded, TargetIdentity: identity}, nil
}

// readdress is the answer for a state that this provider wrote under another address. It is nil when the state does not fit: it is
// that of another provider, which has the same name for its resource.
func (s *server) readdress(ctx context.Context, d *definition, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse, error) {
	upgraded, err := s.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: req.TargetTypeName, Version: req.SourceSchemaVersion, RawState: req.SourceState,
	})
	if err != nil {
		return nil, err
	}
	if upgraded.UpgradedState == nil || len(upgraded.Diagnostics) > 0 {
		return nil, nil
	}
	state, err := upgraded.UpgradedState.Unmarshal(d.shape.Type())
	if err != nil || state.IsNull() {
		return nil, err
	}
	resp, err := d.moved(state)
	if err == nil {
		resp.TargetPrivate = req.SourcePrivate
	}
	return resp, err
}

// takenOver is a bare state for the object of another provider's state, or says what is wrong.
func (d *definition) takenOver(req *tfprotov6.MoveResourceStateRequest, source map[string]any) (state tftypes.Value, problem string) {
	kind, ok := foreign.Of(req.SourceTypeName)
	if !ok || kind.Object != d.Name {
		return state, fmt.Sprintf("Its name has to end as one of these does: %s. If it is the same object all the same, take it out of the state "+
			"(terraform state rm) and import it by its id.", strings.Join(foreign.Fitting(d.Name), ", "))
	}
	id := textOf(source["id"])
	if id == "" || strings.Contains(id, "/") {
		return state, fmt.Sprintf("Its state has the id %q, which is no id of the engine. Take it out of the state (terraform state rm) and import "+
			"the %s by the id that it has in the engine.", id, d.Name)
	}
	known := map[string]any{"id": id}
	if d.Typed() {
		word := kind.Type
		if word == "" {
			word = textOf(source[catalog.TypeWord])
		}
		if word == "" {
			return state, fmt.Sprintf("Neither its name nor its state says which type the %s has (%s).", d.Name, strings.Join(d.PathTypes, " or "))
		}
		known[catalog.TypeWord] = d.PathTypes.Resolve(word)
	}
	state, err := stateValue(d.shape.Type(), known)
	if err != nil {
		problem = err.Error()
	}
	return state, problem
}

// isBare tells whether a state has what finds its object in the engine and nothing else. Only a move makes such states: every
// object has attributes that a configuration must declare.
func (d *definition) isBare(state tftypes.Value) bool {
	for name, member := range tfvalue.Object(state) {
		if name != "id" && (name != catalog.TypeWord || !d.Typed()) && tfvalue.IsDeclared(member) {
			return false
		}
	}
	return !state.IsNull() && tfvalue.Text(state, "id") != ""
}

// The foreign state tells two things beside the id. One is whether the configuration gives references their names: engines answer the
// names to whoever knows the ids, and a state that shows one which the configuration does not have is a change in the first plan. The
// other is what the configuration declares in "extra" from now on, which no import shows.

// Keys of the private state until the next read.
const (
	unnamedKey = "unnamed"     // references have no names
	movedExtra = "moved_extra" // the keys of extra that the foreign resource managed, with their values
)

// hintPrivate returns the private state of an object that was taken over.
func hintPrivate(object string, source map[string]any) ([]byte, error) {
	named, unnamed := 0, 0
	for key, value := range source {
		if key != "id" {
			countReferences(key, value, &named, &unnamed)
		}
	}
	hints := map[string][]byte{}
	if named == 0 && unnamed > 0 {
		hints[unnamedKey] = []byte("true")
	}
	if extra := foreign.Extra(object, source); len(extra) > 0 {
		hints[movedExtra] = []byte(document.Encode(extra))
	}
	if len(hints) == 0 {
		return nil, nil
	}
	return json.Marshal(hints)
}

// countReferences counts objects that have an id and a name, and ids without a name beside them.
func countReferences(key string, value any, named, unnamed *int) {
	switch value := value.(type) {
	case map[string]any:
		switch hasID := textOf(value["id"]) != ""; {
		case hasID && textOf(value["name"]) != "":
			*named++
		case hasID:
			*unnamed++
		}
		for key, member := range value {
			if key != "id" {
				countReferences(key, member, named, unnamed)
			}
		}
	case []any:
		for _, element := range value {
			countReferences(key, element, named, unnamed)
		}
	default:
		if textOf(value) != "" && (strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "_ids")) && key != "ref_id" {
			*unnamed++
		}
	}
}

// readBare is the state of an object of which nothing but the id was known: what an import makes, and the keys of extra that the
// foreign resource managed.
func (r *objectResource) readBare(ctx context.Context, doc engine.Document, resp *resource.ReadResponse) tftypes.Value {
	state := r.importedState(ctx, doc, resp.Private, &resp.Diagnostics)
	if extra := takeHint(ctx, resp, movedExtra); extra != nil {
		state = tfvalue.WithMember(state, lens.ExtraName, withMovedExtra(doc, tfvalue.Member(state, lens.ExtraName), extra))
	}
	if takeHint(ctx, resp, unnamedKey) == nil {
		return state
	}
	return mapObjects(state, "", func(at string, object map[string]tftypes.Value) {
		if name, hasName := object["name"]; at != "" && hasName && object["id"].Type() != nil && len(object) <= 3 {
			object["name"] = tftypes.NewValue(name.Type(), nil)
		}
	})
}

// takeHint returns a key of the private state of a move and removes it.
func takeHint(ctx context.Context, resp *resource.ReadResponse, key string) []byte {
	hint, diags := resp.Private.GetKey(ctx, key)
	resp.Diagnostics.Append(diags...)
	if hint != nil {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, key, nil)...)
	}
	return hint
}

// withMovedExtra returns extra with the keys of a move, which have the values of the engine's object. A key that the engine does not
// show keeps the value of the foreign state.
func withMovedExtra(doc engine.Document, extra tftypes.Value, hint []byte) tftypes.Value {
	keys := map[string]any{}
	for _, text := range []string{tfvalue.Text(extra), string(hint)} {
		if decoded, err := document.Decode([]byte(text)); err == nil {
			more, _ := decoded.(map[string]any)
			maps.Copy(keys, more)
		}
	}
	for key := range keys {
		if value, ok := doc[key]; ok {
			keys[key] = value
		}
	}
	return tftypes.NewValue(tftypes.String, document.Encode(keys))
}

// readBefore is the plan modifier of the id. It refuses to change an object of which nothing but the id is known: it would be
// written from the configuration alone, or be replaced.
type readBefore struct{ *definition }

// Description implements planmodifier.Describer.
func (readBefore) Description(context.Context) string {
	return "wants an object read before it is changed"
}

// MarkdownDescription implements planmodifier.Describer.
func (r readBefore) MarkdownDescription(ctx context.Context) string { return r.Description(ctx) }

// PlanModifyString implements planmodifier.String.
func (r readBefore) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if !req.Plan.Raw.IsNull() && r.isBare(req.State.Raw) {
		resp.Diagnostics.AddError("The object was not read yet", fmt.Sprintf("The %s %q was taken over from another provider, and nothing but its id is known. "+
			"Plan once without -refresh=false: the plan reads it from the engine.", r.Name, req.StateValue.ValueString()))
	}
}

// sourceMembers are the attributes of a state that another provider wrote.
func sourceMembers(raw *tfprotov6.RawState) (map[string]any, error) {
	if raw == nil {
		return nil, nil
	}
	members := map[string]any{}
	for name, value := range raw.Flatmap {
		members[name] = value
	}
	if len(raw.JSON) == 0 {
		return members, nil
	}
	decoded, err := document.Decode(raw.JSON)
	if err != nil {
		return nil, err
	}
	object, ok := decoded.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is no object")
	}
	return object, nil
}

// textOf is a text of a foreign state, where an id may be a number.
func textOf(value any) string { return strings.TrimSpace(document.Text(value)) }
