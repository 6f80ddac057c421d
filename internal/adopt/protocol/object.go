// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// Object is an imported object.
type Object struct {
	State    cty.Value
	Warnings []string

	typeName string
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Import imports an object and reads it, as Terraform does for an import block.
func (p *Provider) Import(ctx context.Context, typeName, id string) (*Object, error) {
	imported, err := p.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
	if err != nil {
		return nil, err
	}
	warnings, err := sorted(imported.Diagnostics)
	if err != nil {
		return nil, err
	}
	if len(imported.ImportedResources) != 1 {
		return nil, fmt.Errorf("the import gave %d objects", len(imported.ImportedResources))
	}
	found := imported.ImportedResources[0]
	t := p.resources[typeName].typ
	current, err := again(found.State, t)
	if err != nil {
		return nil, err
	}
	read, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: current, Private: found.Private, CurrentIdentity: found.Identity,
	})
	if err != nil {
		return nil, err
	}
	more, err := sorted(read.Diagnostics)
	if err != nil {
		return nil, err
	}
	state, err := decoded(read.NewState, t)
	if err != nil {
		return nil, err
	}
	if state.IsNull() {
		return nil, errors.New("it was deleted while it was imported")
	}
	return &Object{
		State: state, Warnings: append(warnings, more...),
		typeName: typeName, private: read.Private, identity: read.NewIdentity,
	}, nil
}

// again is a value as Terraform gives it back.
func again(value *tfprotov6.DynamicValue, t cty.Type) (*tfprotov6.DynamicValue, error) {
	v, err := decoded(value, t)
	if err != nil {
		return nil, err
	}
	return dynamic(v, t)
}

// Prove validates the configuration of an imported object and plans it. The error says what is wrong with it, or what the plan
// would change.
func (p *Provider) Prove(ctx context.Context, o *Object, config cty.Value) (warnings []string, err error) {
	r := p.resources[o.typeName]
	declared, err := dynamic(config, r.typ)
	if err != nil {
		return nil, err
	}
	validated, err := p.server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: o.typeName, Config: declared})
	if err != nil {
		return nil, err
	}
	if warnings, err = sorted(validated.Diagnostics); err != nil {
		return warnings, err
	}
	prior, err := dynamic(o.State, r.typ)
	if err != nil {
		return nil, err
	}
	proposed, err := dynamic(r.proposed(config, o.State), r.typ)
	if err != nil {
		return nil, err
	}
	answer, err := p.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: o.typeName, PriorState: prior, ProposedNewState: proposed, Config: declared,
		PriorPrivate: o.private, PriorIdentity: o.identity,
	})
	if err != nil {
		return nil, err
	}
	more, err := sorted(answer.Diagnostics)
	warnings = append(warnings, more...)
	if err != nil {
		return warnings, err
	}
	planned, err := decoded(answer.PlannedState, r.typ)
	if err != nil {
		return warnings, err
	}
	if changed := differences(o.State, planned); len(changed) > 0 {
		return warnings, fmt.Errorf("the plan would change %s", strings.Join(changed, ", "))
	}
	return warnings, nil
}

// proposed is what Terraform proposes as the new state: the configuration with the values that the provider sets.
func (r resource) proposed(config, prior cty.Value) cty.Value {
	members := config.AsValueMap()
	for _, name := range r.computed {
		if members[name].IsNull() {
			members[name] = prior.GetAttr(name)
		}
	}
	return cty.ObjectVal(members)
}

// differences are the names of the attributes that differ.
func differences(prior, planned cty.Value) []string {
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
