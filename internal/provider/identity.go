// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// Terraform 1.12 and later keep the identity of an object beside its state: what is needed to find it in the engine. An
// import can name it instead of an id.

// defineIdentity is the schema of the identity: the id, and the type word where the path of the object has one.
func defineIdentity(o catalog.Object) (identityschema.Schema, tftypes.Object) {
	attributes := map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{RequiredForImport: true, Description: "Identifier of the " + o.Name + ", set by the engine."},
	}
	types := map[string]tftypes.Type{"id": tftypes.String}
	if len(o.PathTypes) > 0 {
		attributes[catalog.TypeWord] = identityschema.StringAttribute{
			OptionalForImport: true, Description: "Type of the " + o.Name + "; an import without it looks for the id under every type.",
		}
		types[catalog.TypeWord] = tftypes.String
	}
	return identityschema.Schema{Attributes: attributes}, tftypes.Object{AttributeTypes: types}
}

// identity is the identity of the object of a state.
func (d *definition) identity(state tftypes.Value) tftypes.Value {
	attributes := map[string]tftypes.Value{}
	for name := range d.identityType.AttributeTypes {
		attributes[name] = tftypes.NewValue(tftypes.String, tfvalue.Text(state, name))
	}
	if word, ok := attributes[catalog.TypeWord]; ok {
		attributes[catalog.TypeWord] = tftypes.NewValue(tftypes.String, d.PathTypes.Identity(tfvalue.Text(word)))
	}
	return tftypes.NewValue(d.identityType, attributes)
}

// identify puts the identity of the object of a state into an answer; there is none of an object that was not created.
func (d *definition) identify(answer *tfsdk.ResourceIdentity, state tftypes.Value) {
	if answer != nil && !state.IsNull() {
		answer.Raw = d.identity(state)
	}
}

// importID is the id for the import of an identity.
func (d *definition) importID(identity tftypes.Value) string {
	if word := tfvalue.Text(identity, catalog.TypeWord); word != "" {
		return word + "/" + tfvalue.Text(identity, "id")
	}
	return tfvalue.Text(identity, "id")
}

// identityData is the identity of the object of a state as it crosses the protocol, null without a state.
func (d *definition) identityData(state tftypes.Value) (*tfprotov6.ResourceIdentityData, error) {
	identity := tftypes.NewValue(d.identityType, nil)
	if !state.IsNull() {
		identity = d.identity(state)
	}
	data, err := tfprotov6.NewDynamicValue(d.identityType, identity)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &data}, nil
}

// hasIdentity tells whether Terraform knows no identity yet or the given one. Another one is an error that the framework
// reports.
func hasIdentity(known, given *tfprotov6.ResourceIdentityData) bool {
	return known == nil || isNull(known.IdentityData) || sameBytes(known.IdentityData, given.IdentityData)
}
