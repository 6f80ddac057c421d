// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// OneValue is implemented by validators that look at the value of their attribute and at nothing else of a configuration.
type OneValue interface {
	LooksAtOneValue()
}

// The constructors below are the vocabulary of the object files: an attribute is one line that says its type, whether it
// has to be declared, and what it means. Types of which the interface requires none are always optional.

// Need says whether an attribute has to be declared.
type Need int

// What an attribute's first argument can be.
const (
	Optional Need = iota
	Required
	Computed // set by the engine; in data sources only
)

// Text is a text. The values that a OneOf among the validators lists complete its description.
func Text(n Need, description string, validators ...validator.String) schema.StringAttribute {
	for i, v := range validators {
		if accepted, ok := v.(Enum); ok && n == Required {
			validators[i] = accepted.OrEmpty() // It can't be left out.
		}
	}
	return schema.StringAttribute{
		Required: n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: describe(description, validators),
		Validators:          validators,
	}
}

// Integer is a number of which the documents say that it is whole. In the schema it is a number like any other: the
// framework's integers refuse fractions before any validator sees them, and call that an error of the provider.
func Integer(description string, numbers ...validator.Number) schema.NumberAttribute {
	if len(numbers) == 0 {
		numbers = []validator.Number{Whole()}
	}
	return Number(Optional, description, numbers...)
}

// Number is a number, fractions too.
func Number(n Need, description string, validators ...validator.Number) schema.NumberAttribute {
	return schema.NumberAttribute{
		Required: n == Required, Optional: n == Optional,
		MarkdownDescription: description,
		Validators:          validators,
	}
}

// Bool is a boolean.
func Bool(n Need, description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Required: n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: description,
	}
}

// JSON is an attribute whose value on the wire can be JSON of any type; in Terraform it is JSON text.
func JSON(description string) schema.StringAttribute {
	a := Text(Optional, description+" JSON text, see [`jsonencode`](https://developer.hashicorp.com/terraform/language/functions/jsonencode).")
	a.CustomType = jsontype.Type{}
	return a
}

// WriteOnly is an attribute like JSON whose value Terraform does not keep.
func WriteOnly(description string) schema.StringAttribute {
	a := JSON(description)
	a.WriteOnly = true
	return a
}

// Texts is a list of texts.
func Texts(description string) schema.ListAttribute {
	return schema.ListAttribute{
		ElementType:         types.StringType,
		CustomType:          types.ListType{ElemType: types.StringType},
		Optional:            true,
		MarkdownDescription: description,
		Validators:          []validator.List{noNulls{}},
	}
}

// List is an array of objects. Its types are built once and kept as custom types: the framework would build them anew at
// every step of every path otherwise, which costs most of its time on large values.
func List(n Need, description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	element := ObjectType(attributes)
	return schema.ListNestedAttribute{
		CustomType:   types.ListType{ElemType: element},
		NestedObject: schema.NestedAttributeObject{Attributes: attributes, CustomType: element},
		Required:     n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: description,
	}
}

// Object is one object; like List it keeps its types.
func Object(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		CustomType:          ObjectType(attributes),
		Attributes:          attributes,
		Optional:            true,
		MarkdownDescription: description,
	}
}

// ObjectType is the type of an object with the given attributes.
func ObjectType(attributes map[string]schema.Attribute) types.ObjectType {
	members := make(map[string]attr.Type, len(attributes))
	for name, a := range attributes {
		members[name] = a.GetType()
	}
	return types.ObjectType{AttrTypes: members}
}

// WithExtra adds "extra" to the attributes of an object whose shape the interface leaves open.
func WithExtra(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes = maps.Clone(attributes)
	a := JSON("Further keys of the object on the wire, beside the typed attributes. Only the keys declared here are managed. " +
		"A key may have the name of an attribute that is not declared, if the attribute can't express its value: another type of JSON, or null.")
	a.Validators = []validator.String{extraKeys{}}
	attributes[lens.ExtraName] = a
	return attributes
}

// describe completes a description with the values that the validators know.
func describe(description string, validators []validator.String) string {
	for _, v := range validators {
		if o, ok := v.(Enum); ok {
			description += " " + o.markdown()
		}
	}
	return description
}
