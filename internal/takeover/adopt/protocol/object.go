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

// Object is an imported object with its state.
type Object struct {
	State    cty.Value
	Warnings []string

	typeName string
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Import imports and reads an object, as Terraform does for an import block. If the provider panics, Import returns an error.
func (p *Provider) Import(ctx context.Context, typeName, id string) (_ *Object, err error) {
	defer panicked(&err)
	imported, err := p.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
	if err != nil {
		return nil, err
	}
	o := &Object{typeName: typeName}
	var state *tfprotov6.DynamicValue
	for _, found := range imported.ImportedResources { // The provider imports one object.
		o.private, o.identity, state = found.Private, found.Identity, found.State
	}
	return o, o.read(ctx, p, state, imported.Diagnostics)
}

var errGone = errors.New("it was deleted while it was read")

// Stored returns an object as a state has it: attributes is the JSON of its attributes, version the version of its schema.
func (p *Provider) Stored(ctx context.Context, typeName string, version int64, attributes, private []byte) (_ *Object, err error) {
	defer panicked(&err)
	response, err := p.server.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: version, RawState: &tfprotov6.RawState{JSON: attributes},
	})
	if err != nil {
		return nil, err
	}
	if _, err := sorted(response.Diagnostics); err != nil {
		return nil, err
	}
	state, err := decoded(response.UpgradedState, p.resources[typeName].typ)
	return &Object{State: state, typeName: typeName, private: private}, err
}

// Current returns an object as the engine has it now, or nil if the engine no longer has it.
func (p *Provider) Current(ctx context.Context, stored *Object) (_ *Object, err error) {
	defer panicked(&err)
	state, err := dynamic(stored.State, p.resources[stored.typeName].typ)
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

// read reads the object after an import. state is the object's state from that import, and diags its diagnostics.
func (o *Object) read(ctx context.Context, p *Provider, state *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) error {
	warnings, err := sorted(diags)
	if err != nil {
		return err
	}
	t := p.resources[o.typeName].typ
	before, err := decoded(state, t) // Terraform decodes and encodes a value between two calls.
	if err != nil {
		return err
	}
	current, err := dynamic(before, t)
	if err != nil {
		return err
	}
	read, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: o.typeName, CurrentState: current, Private: o.private, CurrentIdentity: o.identity,
	})
	if err != nil {
		return err
	}
	more, err := sorted(read.Diagnostics)
	if err != nil {
		return err
	}
	if o.State, err = decoded(read.NewState, t); err != nil {
		return err
	}
	if o.State.IsNull() {
		return errGone
	}
	o.Warnings, o.private, o.identity = append(warnings, more...), read.Private, read.NewIdentity
	return nil
}

// panicked turns a panic of the provider into an error. A panic then affects only one object and not the whole run.
func panicked(err *error) {
	if problem := recover(); problem != nil {
		*err = fmt.Errorf("the provider failed with %v", problem)
	}
}

// Prove validates the configuration of an imported object and plans it. If the provider rejects either, or panics, it returns an error.
func (p *Provider) Prove(ctx context.Context, o *Object, config cty.Value) (planned cty.Value, warnings []string, err error) {
	defer panicked(&err)
	r := p.resources[o.typeName]
	var encoded [3]*tfprotov6.DynamicValue
	for i, value := range []cty.Value{config, o.State, r.proposed(config, o.State)} {
		if encoded[i], err = dynamic(value, r.typ); err != nil {
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
	if warnings, err = sorted(validated.Diagnostics); err != nil {
		return cty.NilVal, warnings, err
	}
	response, err := p.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: o.typeName, PriorState: prior, ProposedNewState: proposed, Config: declared,
		PriorPrivate: o.private, PriorIdentity: o.identity,
	})
	if err != nil {
		return cty.NilVal, nil, err
	}
	more, err := sorted(response.Diagnostics)
	warnings = append(warnings, more...)
	if err != nil {
		return cty.NilVal, warnings, err
	}
	planned, err = decoded(response.PlannedState, r.typ)
	return planned, warnings, err
}

// proposed returns the state that Terraform proposes: the configuration, with prior values of computed attributes that it does not set.
func (r resource) proposed(config, prior cty.Value) cty.Value {
	members := config.AsValueMap()
	for _, name := range r.computed {
		if members[name].IsNull() {
			members[name] = prior.GetAttr(name)
		}
	}
	return cty.ObjectVal(members)
}

// Differences returns the sorted names of the attributes that a plan changes, or "everything" if the plan deletes the object.
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

// Without sets attributes to null, at any depth.
func Without(value cty.Value, is func(name string) bool) cty.Value {
	value, _ = cty.Transform(value, func(path cty.Path, v cty.Value) (cty.Value, error) { // The callback never fails.
		if len(path) > 0 {
			if step, ok := path[len(path)-1].(cty.GetAttrStep); ok && is(step.Name) {
				return cty.NullVal(v.Type()), nil
			}
		}
		return v, nil
	})
	return value
}
