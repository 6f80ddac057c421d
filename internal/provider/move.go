// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"errors"
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
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// A moved block can replace another provider's resource with a resource of this provider (Terraform 1.8 or later). MoveResourceState then
// returns a state that contains only the id. During the same plan, ReadResource fills in the rest of the state, as an import would. What
// ReadResource needs to know about the old state is in the private state (moveHints).

// MoveResourceState converts the state of another provider's resource to a state of this provider. OpenTofu also calls it if this
// provider's address has changed. In that case, the state stays unchanged.
func (s *server) MoveResourceState(
	ctx context.Context, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	d := s.definitions[req.TargetTypeName]
	if d == nil {
		return s.ProviderServer.MoveResourceState(ctx, req)
	}
	if req.SourceTypeName == req.TargetTypeName {
		if resp, err := s.moveToAddress(ctx, d, req); resp != nil || err != nil {
			return resp, err
		}
	}
	source, err := sourceMembers(req.SourceState)
	if err != nil {
		source = nil // idOnlyState then reports that the id is missing
	}
	state, problem := d.idOnlyState(req, source)
	if problem != "" {
		return &tfprotov6.MoveResourceStateResponse{Diagnostics: []*tfprotov6.Diagnostic{{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "The object can't be taken over",
			Detail: fmt.Sprintf("A moved block makes an %s of a resource of the type %q of the provider %s. %s",
				req.TargetTypeName, req.SourceTypeName, req.SourceProviderAddress, problem),
		}}}, nil
	}
	resp, err := d.moveResponse(state)
	if err == nil {
		resp.TargetPrivate, err = moveHints(d.Name, source)
	}
	return resp, err
}

func (d *definition) moveResponse(state tftypes.Value) (*tfprotov6.MoveResourceStateResponse, error) {
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

// moveToAddress returns the response for a state that this provider wrote under an earlier address. If the state does not match the schema,
// a different provider must have written it under the same type name, and moveToAddress returns nil.
func (s *server) moveToAddress(
	ctx context.Context, d *definition, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
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
	resp, err := d.moveResponse(state)
	if err == nil {
		resp.TargetPrivate = req.SourcePrivate
	}
	return resp, err
}

// idOnlyState returns a state that contains only the id from another provider's state and, for a component, the type. If the other state
// can't be converted, idOnlyState returns a sentence that describes the problem.
func (d *definition) idOnlyState(
	req *tfprotov6.MoveResourceStateRequest, source map[string]any,
) (state tftypes.Value, problem string) {
	kind, ok := foreign.Of(req.SourceTypeName)
	if !ok || kind.Object != d.Name {
		return state, fmt.Sprintf("The type's name has to end like one of these: %s. If the object is still of this kind, remove it from "+
			"the state (terraform state rm) and import it by its id.", strings.Join(foreign.TypePatterns(d.Name), ", "))
	}
	id := textOf(source["id"])
	if id == "" || strings.Contains(id, "/") {
		return state, fmt.Sprintf("Its state has the id %q, which is not an id of the engine. Remove it from the state (terraform state rm) "+
			"and import the %s by the id that it has in the engine.", id, d.Name)
	}
	known := map[string]any{"id": id}
	if d.HasTypeInPath() {
		word := kind.Type
		if word == "" {
			word = textOf(source[catalog.TypeWord])
		}
		if word == "" {
			return state, fmt.Sprintf("Neither its resource type nor its state contains the type of the %s (%s).",
				d.Name, strings.Join(d.PathTypes, " or "))
		}
		known[catalog.TypeWord] = d.PathTypes.Resolve(word)
	}
	state, err := stateValue(d.shape.Type(), known)
	if err != nil {
		problem = err.Error()
	}
	return state, problem
}

// isIDOnly reports whether a state contains nothing but the id and, for a component, the type. MoveResourceState returns such states, and
// nothing else does.
func (d *definition) isIDOnly(state tftypes.Value) bool {
	for name, member := range tfvalue.Object(state) {
		if name != "id" && (name != catalog.TypeWord || !d.HasTypeInPath()) && tfvalue.IsDeclared(member) {
			return false
		}
	}
	return !state.IsNull() && tfvalue.String(state, "id") != ""
}

// A move from a different provider's resource stores information for the next read in the private state, under these keys.
const (
	unnamedKey = "unnamed"     // "true" if references in the new state must not have names, because no reference in the old state has one
	movedExtra = "moved_extra" // a JSON object to add to the "extra" attribute, because the old provider managed its keys
)

func moveHints(object string, source map[string]any) ([]byte, error) {
	named, unnamed := 0, 0
	for key, value := range source {
		if key != "id" {
			countReferences(key, value, &named, &unnamed)
		}
	}
	hints := map[string][]byte{}
	if named == 0 && unnamed > 0 {
		hints[unnamedKey] = []byte(isTrue)
	}
	if extra := foreign.Extra(object, source); len(extra) > 0 {
		hints[movedExtra] = []byte(document.Encode(extra))
	}
	if len(hints) == 0 {
		return nil, nil
	}
	return json.Marshal(hints)
}

// countReferences counts the references from a state to other objects. A reference with a name, such as {"id": "a", "name": "A"}, adds 1 to
// *named. A reference without a name adds 1 to *unnamed. It is an object such as {"id": "a"}, or an id under a key such as asset_id or
// asset_ids.
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

// readIDOnly returns the state for the first read after a move, when the state contains only the object's id. It differs from the state
// after an import in two ways. The attribute "extra" also contains the keys that the old provider managed. If the references in the old
// state had no names, the new state omits their names, too.
func (r *objectResource) readIDOnly(ctx context.Context, doc engine.Document, resp *resource.ReadResponse) tftypes.Value {
	imported := r.importResultOf(ctx, r.connection, doc, false)
	resp.Diagnostics.Append(imported.diags...)
	imported.private.save(ctx, resp.Private, &resp.Diagnostics)
	state := imported.view
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

func takeHint(ctx context.Context, resp *resource.ReadResponse, key string) []byte {
	hint, diags := resp.Private.GetKey(ctx, key)
	resp.Diagnostics.Append(diags...)
	if hint != nil {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, key, nil)...)
	}
	return hint
}

// withMovedExtra returns the "extra" attribute plus the keys in hint, a JSON object from the old provider's state. Each key that the
// engine's document (doc) contains gets the engine's value.
func withMovedExtra(doc engine.Document, extra tftypes.Value, hint []byte) tftypes.Value {
	keys := map[string]any{}
	for _, text := range []string{tfvalue.String(extra), string(hint)} {
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

// requireRead is the plan modifier of the id attribute. It rejects a plan for an object that was moved but has not been read since. Such a
// plan would overwrite all attributes or replace the object.
type requireRead struct {
	attribute.Undescribed
	*definition
}

func (r requireRead) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if !req.Plan.Raw.IsNull() && r.isIDOnly(req.State.Raw) {
		resp.Diagnostics.AddError("The object was not read yet", fmt.Sprintf(
			"The %s %q was taken over from another provider, and the state has only its id. "+
				"Run a plan without -refresh=false, which reads it from the engine.", r.Name, req.StateValue.ValueString()))
	}
}

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
		return nil, errors.New("the state is not a JSON object")
	}
	return object, nil
}

// textOf returns a value in another provider's state, such as an id, as a string. The value can be a string or a number.
func textOf(value any) string { return strings.TrimSpace(document.String(value)) }
