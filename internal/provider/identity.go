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

// A resource identity (Terraform 1.12 or later) contains the values that identify an object in the engine. Terraform stores the identity
// with the state. An import block can contain an identity instead of an import id.

// defineIdentity returns the schema and the Terraform type of an object's identity. The identity contains the id. For a component, it also
// contains the type, which is part of the component's URL.
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
	members := map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, tfvalue.String(state, "id"))}
	if d.HasTypeInPath() {
		members[catalog.TypeWord] = tftypes.NewValue(tftypes.String, d.PathTypes.Identity(tfvalue.String(state, catalog.TypeWord)))
	}
	return tftypes.NewValue(d.identityType, members)
}

func (d *definition) setIdentity(response *tfsdk.ResourceIdentity, state tftypes.Value) {
	if response != nil && !state.IsNull() {
		response.Raw = d.identity(state)
	}
}

// importID converts an identity to an import id: "<id>" or, for a component with a type, "<type>/<id>".
func (d *definition) importID(identity tftypes.Value) string {
	if word := tfvalue.String(identity, catalog.TypeWord); word != "" {
		return word + "/" + tfvalue.String(identity, "id")
	}
	return tfvalue.String(identity, "id")
}

// identityData encodes the identity of the object that a state describes. If the state is null, the identity is null too.
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

// matchesIdentity reports whether the stored identity equals the expected one. A missing identity also counts as equal. If matchesIdentity
// returns false, the caller lets the framework handle the request, and the framework reports an error.
func matchesIdentity(stored, identity *tfprotov6.ResourceIdentityData) bool {
	return stored == nil || isNull(stored.IdentityData) || sameBytes(stored.IdentityData, identity.IdentityData)
}
