// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// Object is an engine object with the state that the provider returned for it.
type Object struct {
	State    cty.Value
	Warnings []string

	typeName string
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Import imports and reads an object, as Terraform does for an import block. It returns a provider panic as an error.
func (p *Provider) Import(ctx context.Context, typeName, id string) (_ *Object, err error) {
	defer recoverPanic(&err)
	imported, err := p.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
	if err != nil {
		return nil, err
	}
	o := &Object{typeName: typeName}
	var state *tfprotov6.DynamicValue
	for _, found := range imported.ImportedResources { // The provider always imports exactly one object.
		o.private, o.identity, state = found.Private, found.Identity, found.State
	}
	return o, o.read(ctx, p, state, imported.Diagnostics)
}

var errGone = errors.New("the object was deleted while it was read")

// FromState returns an object from a state. The object's JSON in the state (attributes) was written with the given version of the schema.
func (p *Provider) FromState(ctx context.Context, typeName string, version int64, attributes, private []byte) (_ *Object, err error) {
	defer recoverPanic(&err)
	response, err := p.server.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: version, RawState: &tfprotov6.RawState{JSON: attributes},
	})
	if err != nil {
		return nil, err
	}
	if _, err := splitDiagnostics(response.Diagnostics); err != nil {
		return nil, err
	}
	state, err := decode(response.UpgradedState, p.resources[typeName].typ)
	return &Object{State: state, typeName: typeName, private: private}, err
}

// Refresh rereads an object and returns it with its current state, or nil if the object no longer exists.
func (p *Provider) Refresh(ctx context.Context, stored *Object) (_ *Object, err error) {
	defer recoverPanic(&err)
	state, err := encode(stored.State, p.resources[stored.typeName].typ)
	if err != nil {
		return nil, err
	}
	current := *stored
	if err := current.read(ctx, p, state, nil); errors.Is(err, errGone) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return &current, nil
}

// read reads the object from the engine. state is its last known state, and diags are the diagnostics from the import.
func (o *Object) read(ctx context.Context, p *Provider, state *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) error {
	warnings, err := splitDiagnostics(diags)
	if err != nil {
		return err
	}
	t := p.resources[o.typeName].typ
	before, err := decode(state, t) // As in Terraform, values are decoded between calls.
	if err != nil {
		return err
	}
	current, err := encode(before, t)
	if err != nil {
		return err
	}
	read, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: o.typeName, CurrentState: current, Private: o.private, CurrentIdentity: o.identity,
	})
	if err != nil {
		return err
	}
	more, err := splitDiagnostics(read.Diagnostics)
	if err != nil {
		return err
	}
	if o.State, err = decode(read.NewState, t); err != nil {
		return err
	}
	if o.State.IsNull() {
		return errGone
	}
	o.Warnings, o.private, o.identity = append(warnings, more...), read.Private, read.NewIdentity
	return nil
}

// recoverPanic converts a panic in the provider to an error, so that the panic affects only one object.
func recoverPanic(err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("the provider panicked: %v", problem)
	}
}

// Plan validates an object's configuration and plans it. It returns an error if the provider rejects the configuration or panics.
func (p *Provider) Plan(ctx context.Context, o *Object, config cty.Value) (planned cty.Value, warnings []string, err error) {
	defer recoverPanic(&err)
	r := p.resources[o.typeName]
	var encoded [3]*tfprotov6.DynamicValue
	for i, value := range []cty.Value{config, o.State, r.proposedState(config, o.State)} {
		if encoded[i], err = encode(value, r.typ); err != nil {
			return cty.NilVal, nil, err
		}
	}
	declared, prior, proposed := encoded[0], encoded[1], encoded[2]
	validated, err := p.server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: o.typeName, Config: declared,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		return cty.NilVal, nil, err
	}
	if warnings, err = splitDiagnostics(validated.Diagnostics); err != nil {
		return cty.NilVal, warnings, err
	}
	response, err := p.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: o.typeName, PriorState: prior, ProposedNewState: proposed, Config: declared,
		PriorPrivate: o.private, PriorIdentity: o.identity,
	})
	if err != nil {
		return cty.NilVal, nil, err
	}
	more, err := splitDiagnostics(response.Diagnostics)
	warnings = append(warnings, more...)
	if err != nil {
		return cty.NilVal, warnings, err
	}
	planned, err = decode(response.PlannedState, r.typ)
	return planned, warnings, err
}

// proposedState returns the state that Terraform would propose: the configuration, plus the prior values of computed attributes that the
// configuration does not set.
func (r resource) proposedState(config, prior cty.Value) cty.Value {
	members := config.AsValueMap()
	for _, name := range r.computed {
		if members[name].IsNull() {
			members[name] = prior.GetAttr(name)
		}
	}
	return cty.ObjectVal(members)
}

// Differences returns the sorted names of the attributes that a plan changes, or just "everything" if the plan deletes the object.
func Differences(prior, planned cty.Value) []string {
	if planned.IsNull() {
		return []string{"everything"}
	}
	var names []string
	for name := range prior.Type().AttributeTypes() {
		if !prior.GetAttr(name).RawEquals(planned.GetAttr(name)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Without returns a copy of a value in which an attribute at any depth is null if matches returns true for its name.
func Without(value cty.Value, matches func(name string) bool) cty.Value {
	value, _ = cty.Transform(value, func(path cty.Path, v cty.Value) (cty.Value, error) { // The callback never fails.
		if len(path) > 0 {
			if step, ok := path[len(path)-1].(cty.GetAttrStep); ok && matches(step.Name) {
				return cty.NullVal(v.Type()), nil
			}
		}
		return v, nil
	})
	return value
}
