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

// oneValue is embedded by validators, which look only at the value of their own attribute. The framework requires the descriptions.
type oneValue struct{}

func (oneValue) Description(context.Context) string { return "checks one value" }

func (oneValue) MarkdownDescription(context.Context) string { return "checks one value" }

// anyText is embedded by validators that only set which strings are equal.
type anyText struct{ oneValue }

func (anyText) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {}

// These constructors make schema attributes. Text, Number, Bool and so on make optional attributes, and Computed... those of data sources.

// Text returns an optional string attribute, with the values of an Enum in its description.
func Text(description string, validators ...validator.String) schema.StringAttribute {
	for _, v := range validators {
		if o, ok := v.(Enum); ok {
			description += " " + o.markdown()
		}
	}
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// RequiredText returns a required string attribute. An Enum only warns about "", because that means no value.
func RequiredText(description string, validators ...validator.String) schema.StringAttribute {
	for i, v := range validators {
		if accepted, ok := v.(Enum); ok {
			validators[i] = accepted.OrEmpty()
		}
	}
	a := Text(description, validators...)
	a.Required, a.Optional = true, false
	return a
}

// ComputedText returns a string attribute for data sources.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// Integer returns an optional attribute for integers. For an Int64Attribute, the framework would report a fraction as a provider bug.
func Integer(description string, numbers ...validator.Number) schema.NumberAttribute {
	if len(numbers) == 0 {
		numbers = []validator.Number{Whole()}
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

// JSON returns an optional attribute that is a JSON-encoded string in Terraform, and the decoded value in requests and responses.
func JSON(description string) schema.StringAttribute {
	a := Text(description + " A JSON-encoded string, for example made with `jsonencode`.")
	a.CustomType = jsontype.Type{}
	return a
}

// WriteOnly is like JSON, but Terraform does not store the value.
func WriteOnly(description string) schema.StringAttribute {
	a := JSON(description)
	a.WriteOnly = true
	return a
}

// Texts returns an optional attribute with a list of strings that must not be null.
func Texts(description string) schema.ListAttribute {
	return schema.ListAttribute{
		ElementType:         types.StringType,
		CustomType:          types.ListType{ElemType: types.StringType},
		Optional:            true,
		MarkdownDescription: description,
		Validators:          []validator.List{noNulls{}},
	}
}

// List returns an optional attribute with a list of objects. The framework would build the type again for each step of an attribute path.
func List(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	element := ObjectType(attributes)
	return schema.ListNestedAttribute{
		CustomType:          types.ListType{ElemType: element},
		NestedObject:        schema.NestedAttributeObject{Attributes: attributes, CustomType: element},
		Optional:            true,
		MarkdownDescription: description,
	}
}

// Object returns an optional attribute with a nested object. Like List, it builds the type once.
func Object(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		CustomType:          ObjectType(attributes),
		Attributes:          attributes,
		Optional:            true,
		MarkdownDescription: description,
	}
}

// ObjectType returns the framework's type of an object.
func ObjectType(attributes map[string]schema.Attribute) types.ObjectType {
	members := make(map[string]attr.Type, len(attributes))
	for name, a := range attributes {
		members[name] = a.GetType()
	}
	return types.ObjectType{AttrTypes: members}
}

// WithExtra adds the attribute "extra", for keys that the schema lacks.
func WithExtra(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes = maps.Clone(attributes)
	a := Text("Keys of the object that have no attribute of their own, such as `runbook`, as a JSON-encoded string: see *Keys that the provider does " +
		"not know* in the guide *What is managed and what is not*.")
	a.CustomType = jsontype.Type{}
	a.Validators = []validator.String{JSONObject{}}
	attributes[lens.ExtraName] = a
	return attributes
}

// report reports an invalid value. If isOpen is true, it only warns: the documentation does not exclude the value, and an imported object
// may have it.
func report(diags *diag.Diagnostics, isOpen bool, at path.Path, summary, value, right string) {
	if isOpen {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("%s is %s, but engines are only known to accept %s.", at, value, right))
		return
	}
	diags.AddAttributeError(at, summary, fmt.Sprintf("%s is %s, but it has to be %s.", at, value, right))
}

// Otherwise returns the attribute with a default, which the provider sends if the configuration declares none.
func Otherwise(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.Default = stringdefault.StaticString(value)
	return a
}
