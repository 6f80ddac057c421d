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

// This file implements resource identities (Terraform 1.12 or later). An identity has the values that find an object in the engine: its id,
// and for a component its type. Terraform stores it with the state, and an import block may contain it instead of an id.

// defineIdentity returns the schema and the Terraform type of a resource identity. Every identity has the id. The identity of a component
// also has the type, because the component's URL contains it.
func defineIdentity(o catalog.Object) (identityschema.Schema, tftypes.Object) {
	attributes := map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{RequiredForImport: true, Description: "Identifier of the " + o.Name + ", set by the engine."},
	}
	types := map[string]tftypes.Type{"id": tftypes.String}
	if o.HasTypeInPath() {
		attributes[catalog.TypeWord] = identityschema.StringAttribute{
			OptionalForImport: true, Description: "Type of the " + o.Name + "; an import without it looks for the id under every type.",
		}
		types[catalog.TypeWord] = tftypes.String
	}
	return identityschema.Schema{Attributes: attributes}, tftypes.Object{AttributeTypes: types}
}

func (d *definition) identity(state tftypes.Value) tftypes.Value {
	members := map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, tfvalue.Text(state, "id"))}
	if d.HasTypeInPath() {
		members[catalog.TypeWord] = tftypes.NewValue(tftypes.String, d.PathTypes.Identity(tfvalue.Text(state, catalog.TypeWord)))
	}
	return tftypes.NewValue(d.identityType, members)
}

func (d *definition) identify(response *tfsdk.ResourceIdentity, state tftypes.Value) {
	if response != nil && !state.IsNull() {
		response.Raw = d.identity(state)
	}
}

// importID converts an identity to an import id: "<id>", or "<type>/<id>" if the identity has a type.
func (d *definition) importID(identity tftypes.Value) string {
	if word := tfvalue.Text(identity, catalog.TypeWord); word != "" {
		return word + "/" + tfvalue.Text(identity, "id")
	}
	return tfvalue.Text(identity, "id")
}

// identityData encodes the identity of a state's object for Terraform's protocol. A null state gives an encoded null.
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

// matchesIdentity compares known, the identity that Terraform has stored, with the object's identity. It also returns true if Terraform has
// stored none. If it returns false, the framework answers the call, because only the framework has the error message.
func matchesIdentity(known, identity *tfprotov6.ResourceIdentityData) bool {
	return known == nil || isNull(known.IdentityData) || sameBytes(known.IdentityData, identity.IdentityData)
}
