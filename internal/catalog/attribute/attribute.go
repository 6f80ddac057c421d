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

// OneValue is implemented by validators that use only the value of their own attribute.
type OneValue interface {
	LooksAtOneValue()
}

// oneValue is embedded by validators that use only the value of their own attribute. It also has their descriptions, which the framework
// writes only into its own log; users read the description of the attribute.
type oneValue struct{}

func (oneValue) LooksAtOneValue() {}

func (oneValue) Description(context.Context) string { return "checks one value" }

func (oneValue) MarkdownDescription(context.Context) string { return "checks one value" }

// anyText is embedded by validators of texts that accept every text. They only tell the lens about the texts.
type anyText struct{ oneValue }

func (anyText) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {}

// The constructors below define the attributes of objects. Each attribute has a type and a description. Constructors with no other word
// make optional attributes. Computed attributes are set by the engine; only data sources have them.

// Text returns an optional text attribute. If one of the validators is an Enum, its values are appended to the description.
func Text(description string, validators ...validator.String) schema.StringAttribute {
	for _, v := range validators {
		if o, ok := v.(Enum); ok {
			description += " " + o.markdown()
		}
	}
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: validators}
}

// RequiredText returns a required text attribute. An Enum among the validators accepts the empty text, because a required attribute
// cannot be left out.
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

// ComputedText returns a computed text attribute.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// Integer returns a number attribute that should be whole. It is not an Int64Attribute, because the framework reports a fraction there as
// an error of the provider before any validator runs.
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

// ComputedBool returns a computed boolean attribute.
func ComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

// JSON returns an attribute with JSON text in Terraform and any JSON value in the engine's document.
func JSON(description string) schema.StringAttribute {
	a := Text(description + " JSON text, see [`jsonencode`](https://developer.hashicorp.com/terraform/language/functions/jsonencode).")
	a.CustomType = jsontype.Type{}
	return a
}

// WriteOnly is like JSON, but Terraform does not store the value.
func WriteOnly(description string) schema.StringAttribute {
	a := JSON(description)
	a.WriteOnly = true
	return a
}

// Texts returns a list of texts.
func Texts(description string) schema.ListAttribute {
	return schema.ListAttribute{
		ElementType:         types.StringType,
		CustomType:          types.ListType{ElemType: types.StringType},
		Optional:            true,
		MarkdownDescription: description,
		Validators:          []validator.List{noNulls{}},
	}
}

// List returns a list of objects. Its types are built once and stored as custom types. Otherwise the framework builds them again for every
// step of every path, which takes most of its time on large values.
func List(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	element := ObjectType(attributes)
	return schema.ListNestedAttribute{
		CustomType:          types.ListType{ElemType: element},
		NestedObject:        schema.NestedAttributeObject{Attributes: attributes, CustomType: element},
		Optional:            true,
		MarkdownDescription: description,
	}
}

// Object returns a nested object. Like List, it stores its types.
func Object(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		CustomType:          ObjectType(attributes),
		Attributes:          attributes,
		Optional:            true,
		MarkdownDescription: description,
	}
}

// ObjectType returns the type of an object with the given attributes.
func ObjectType(attributes map[string]schema.Attribute) types.ObjectType {
	members := make(map[string]attr.Type, len(attributes))
	for name, a := range attributes {
		members[name] = a.GetType()
	}
	return types.ObjectType{AttrTypes: members}
}

// WithExtra adds the attribute "extra" to an object whose fields the interface document does not list completely.
func WithExtra(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes = maps.Clone(attributes)
	a := JSON("Further keys of the object, next to the typed attributes. Only the keys declared here are managed. " +
		"A key may have the name of an attribute that is not declared, if the attribute can't express its value: another type of JSON, or null.")
	a.Validators = []validator.String{extraKeys{}}
	attributes[lens.ExtraName] = a
	return attributes
}

// report reports a wrong value. It is an error if the documents exclude the value. It is a warning if they leave it open, so that any
// object of an engine can be imported as it is.
func report(diags *diag.Diagnostics, isOpen bool, at path.Path, summary, value, right string) {
	if isOpen {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("%s is %s, but what engines are known to take is %s.", at, value, right))
		return
	}
	diags.AddAttributeError(at, summary, fmt.Sprintf("%s is %s, but it has to be %s.", at, value, right))
}

// Otherwise gives a text attribute a default value.
func Otherwise(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.Default = stringdefault.StaticString(value)
	return a
}
