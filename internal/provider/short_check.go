// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
)

// surelyValid tells whether nothing is wrong with a configuration whose values are all known. It runs the same validators
// and checks as the framework does, without the framework's way to them, and is no more than a first look: whatever it does
// not know or does not like is for the framework to say.
func (d *definition) surelyValid(ctx context.Context, config tftypes.Value) bool {
	var found diag.Diagnostics
	return validMembers(ctx, d.schema.Attributes, config, path.Empty(), &found) && len(d.checked(config)) == 0
}

// checked is what the checks say that concern several attributes.
func (d *definition) checked(config tftypes.Value) (found diag.Diagnostics) {
	if d.Check != nil {
		check.Run(d.Check, check.Value{Raw: config, Diags: &found})
	}
	for _, key := range d.shape.Misplaced(config) {
		at := attributePath(key.Path)
		problem := fmt.Sprintf("which has an attribute of its own. Declare it there and take it out of %s.", at)
		if key.IsDeclared {
			problem = "which is declared as an attribute too. Declare it in one place."
		}
		found.AddAttributeError(at, "Key is an attribute of its own", fmt.Sprintf("%s holds the key %s, %s", at, key.Key, problem))
	}
	return found
}

// validMembers runs the validators of an object's members, and reports what the framework refuses itself.
func validMembers(ctx context.Context, attributes map[string]schema.Attribute, object tftypes.Value, at path.Path, found *diag.Diagnostics) bool {
	values := tfvalue.Object(object)
	for name, a := range attributes {
		value := values[name]
		switch {
		case value.Type() == nil || value.IsNull():
			if a.IsRequired() {
				found.AddAttributeError(at.AtName(name), "Attribute is missing", at.AtName(name).String()+" is required.")
			}
		case a.IsWriteOnly() || !a.IsRequired() && !a.IsOptional():
			found.AddAttributeError(at.AtName(name), "Attribute can't be declared", at.AtName(name).String()+" is not one of a configuration, or not of every Terraform.")
		case !validValue(ctx, a, value, at.AtName(name), found):
			found.AddAttributeError(at.AtName(name), "Value is not valid", at.AtName(name).String()+" is not what it has to be.")
		}
	}
	return len(*found) == 0
}

// validValue runs the validators of an attribute on a value that is neither null nor unknown.
func validValue(ctx context.Context, a schema.Attribute, value tftypes.Value, at path.Path, found *diag.Diagnostics) bool {
	switch a := a.(type) {
	case schema.StringAttribute:
		return validText(ctx, a, value, at, found)
	case schema.NumberAttribute:
		for _, v := range a.Validators {
			resp := validator.NumberResponse{}
			v.ValidateNumber(ctx, validator.NumberRequest{Path: at, ConfigValue: types.NumberValue(check.Value{Raw: value}.Number())}, &resp)
			found.Append(resp.Diagnostics...)
		}
		return true
	case schema.BoolAttribute:
		return len(a.Validators) == 0
	case schema.ListAttribute:
		texts := make([]attr.Value, len(tfvalue.List(value)))
		for i, element := range tfvalue.List(value) {
			if element.IsNull() {
				return false
			}
			texts[i] = types.StringValue(tfvalue.Text(element))
		}
		req := validator.ListRequest{Path: at, ConfigValue: types.ListValueMust(types.StringType, texts)}
		for _, v := range a.Validators {
			resp := validator.ListResponse{}
			v.ValidateList(ctx, req, &resp)
			found.Append(resp.Diagnostics...)
		}
		return true
	case schema.ListNestedAttribute:
		for i, element := range tfvalue.List(value) {
			if element.IsNull() {
				return false
			}
			validMembers(ctx, a.NestedObject.Attributes, element, at.AtListIndex(i), found)
		}
		return len(a.Validators) == 0
	case schema.SingleNestedAttribute:
		_, plain := a.CustomType.(types.ObjectType) // one with a meaning of its own is the framework's
		validMembers(ctx, a.Attributes, value, at, found)
		return plain && len(a.Validators) == 0
	default:
		return false
	}
}

func validText(ctx context.Context, a schema.StringAttribute, value tftypes.Value, at path.Path, found *diag.Diagnostics) bool {
	text := check.Value{Raw: value}.Text()
	if a.CustomType != nil && !json.Valid([]byte(text)) {
		return false
	}
	for _, v := range a.Validators {
		resp := validator.StringResponse{}
		v.ValidateString(ctx, validator.StringRequest{Path: at, ConfigValue: types.StringValue(text)}, &resp)
		found.Append(resp.Diagnostics...)
	}
	return true
}
