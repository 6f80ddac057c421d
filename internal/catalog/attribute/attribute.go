// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Undescribed is embedded in validators and plan modifiers. It provides the description methods that the framework requires, although the
// provider never displays their results.
type Undescribed struct{}

// Description implements validator.Describer and planmodifier.Describer.
func (Undescribed) Description(context.Context) string { return "" }

// MarkdownDescription is like Description.
func (Undescribed) MarkdownDescription(context.Context) string { return "" }

// anyString is embedded in validators that accept every string. Such a validator rejects nothing. It only determines for the lens which
// strings are equal.
type anyString struct{ Undescribed }

func (anyString) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {
}

// The functions below construct schema attributes. Functions whose names begin with Computed return attributes for data sources.

// String returns an optional string attribute. If one of the validators is an Enum, the description also lists its values.
func String(description string, validators ...validator.String) schema.StringAttribute {
	for _, v := range validators {
		if o, ok := v.(Enum); ok {
			description += " " + o.markdown()
		}
	}
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// RequiredString returns a required string attribute. If an Enum is among the validators, it reports "" (no value) as a warning, not as an
// error.
func RequiredString(description string, validators ...validator.String) schema.StringAttribute {
	for i, v := range validators {
		if accepted, ok := v.(Enum); ok {
			validators[i] = accepted.OrEmpty()
		}
	}
	a := String(description, validators...)
	a.Required, a.Optional = true, false
	return a
}

// ComputedString returns a string attribute for data sources.
func ComputedString(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// Integer returns an optional number attribute that accepts only integers. It is not an Int64Attribute, because the framework would report
// a fraction as a provider bug.
func Integer(description string, numbers ...validator.Number) schema.NumberAttribute {
	if len(numbers) == 0 {
		numbers = []validator.Number{AnyInteger()}
	}
	return Number(description, numbers...)
}

// Number returns an optional number attribute that allows fractions.
func Number(description string, validators ...validator.Number) schema.NumberAttribute {
	return schema.NumberAttribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// RequiredNumber returns a required number attribute that allows fractions.
func RequiredNumber(description string) schema.NumberAttribute {
	return schema.NumberAttribute{Required: true, MarkdownDescription: description}
}

// Bool returns an optional boolean attribute.
func Bool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Optional: true, MarkdownDescription: description}
}

// ComputedBool returns a boolean attribute for data sources.
func ComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

// JSON returns an optional attribute that is a JSON-encoded string in Terraform and the decoded JSON in requests and responses.
func JSON(description string) schema.StringAttribute {
	a := String(description + " A JSON-encoded string, for example made with `jsonencode`.")
	a.CustomType = jsontype.Type{}
	return a
}

// WriteOnly returns a JSON attribute whose value Terraform does not store.
func WriteOnly(description string) schema.StringAttribute {
	a := JSON(description)
	a.WriteOnly = true
	return a
}

// Strings returns an optional attribute for a list of strings. It rejects null elements.
func Strings(description string) schema.ListAttribute {
	return schema.ListAttribute{
		ElementType:         types.StringType,
		CustomType:          types.ListType{ElemType: types.StringType},
		Optional:            true,
		MarkdownDescription: description,
		Validators:          []validator.List{noNulls{}},
	}
}

// List returns an optional attribute for a list of objects. It builds the attribute's type once, because the framework would otherwise
// rebuild it for each step of an attribute path.
func List(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	element := ObjectType(attributes)
	return schema.ListNestedAttribute{
		CustomType:          types.ListType{ElemType: element},
		NestedObject:        schema.NestedAttributeObject{Attributes: attributes, CustomType: element},
		Optional:            true,
		MarkdownDescription: description,
	}
}

// Object returns an optional attribute for a nested object. It builds the attribute's type, so that the framework doesn't rebuild the type
// for each step of an attribute path.
func Object(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		CustomType:          ObjectType(attributes),
		Attributes:          attributes,
		Optional:            true,
		MarkdownDescription: description,
	}
}

// ObjectType returns the framework type for an object with the given attributes.
func ObjectType(attributes map[string]schema.Attribute) types.ObjectType {
	members := make(map[string]attr.Type, len(attributes))
	for name, a := range attributes {
		members[name] = a.GetType()
	}
	return types.ObjectType{AttrTypes: members}
}

// WithExtra returns the attributes plus "extra", which contains the keys of the engine's object that have no attribute of their own.
func WithExtra(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes = maps.Clone(attributes)
	a := String("Keys of the object that have no attribute of their own, such as `runbook`, as a JSON-encoded string: see *Keys that the provider does " +
		"not know* in the guide *What is managed and what is not*.")
	a.CustomType = jsontype.Type{}
	a.Validators = []validator.String{JSONObject{}}
	attributes[lens.ExtraName] = a
	return attributes
}

// report adds an error for an invalid value. If isOpen is true, it adds a warning instead, because the documentation doesn't rule the value
// out and imported objects may contain it.
func report(diags *diag.Diagnostics, isOpen bool, at path.Path, summary, value, right string) {
	if isOpen {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("%s is %s, but engines are only known to accept %s.", at, value, right))
		return
	}
	diags.AddAttributeError(at, summary, fmt.Sprintf("%s is %s, but it has to be %s.", at, value, right))
}

// WithDefault returns the attribute with a default, which the provider sends if the configuration doesn't declare the attribute.
func WithDefault(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.Default = stringdefault.StaticString(value)
	return a
}
