// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// The constructors below are the vocabulary of the object files: an attribute is one line that says its type, whether it
// has to be declared, and what it means. Types of which the interface requires none are always optional.

// need says whether an attribute has to be declared.
type need int

const (
	Optional need = iota
	Required
	Computed // set by the engine; in data sources only
)

func Text(n need, description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		Required: n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: describe(description, validators),
		Validators:          validators,
	}
}

func Integer(description string, validators ...validator.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{
		Optional:            true,
		MarkdownDescription: description,
		Validators:          validators,
	}
}

func Number(n need, description string, validators ...validator.Number) schema.NumberAttribute {
	return schema.NumberAttribute{
		Required: n == Required, Optional: n == Optional,
		MarkdownDescription: description,
		Validators:          validators,
	}
}

func Bool(n need, description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Required: n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: description,
	}
}

// JSON is an attribute whose value on the wire can be JSON of any type; in Terraform it is JSON text.
func JSON(description string) schema.StringAttribute {
	a := Text(Optional, description+" JSON text, see [`jsonencode`](https://developer.hashicorp.com/terraform/language/functions/jsonencode).")
	a.CustomType = jsontypes.NormalizedType{}
	return a
}

// WriteOnly is an attribute like anyJSON whose value Terraform does not keep.
func WriteOnly(description string) schema.StringAttribute {
	a := JSON(description)
	a.WriteOnly = true
	return a
}

func Texts(description string) schema.ListAttribute {
	return schema.ListAttribute{
		ElementType:         types.StringType,
		CustomType:          types.ListType{ElemType: types.StringType},
		Optional:            true,
		MarkdownDescription: description,
	}
}

// List is an array of objects. Its types are built once and kept as custom types: the framework would build them anew at
// every step of every path otherwise, which costs most of its time on large values.
func List(n need, description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	element := ObjectType(attributes)
	return schema.ListNestedAttribute{
		CustomType:   types.ListType{ElemType: element},
		NestedObject: schema.NestedAttributeObject{Attributes: attributes, CustomType: element},
		Required:     n == Required, Optional: n == Optional, Computed: n == Computed,
		MarkdownDescription: description,
	}
}

func Object(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		CustomType:          ObjectType(attributes),
		Attributes:          attributes,
		Optional:            true,
		MarkdownDescription: description,
	}
}

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
	a := JSON("Further keys of the object on the wire, beside the typed attributes. Only the keys declared here are managed; " +
		"a key that is an attribute of its own is an error.")
	a.Validators = []validator.String{extraKeys{typed: maps.Clone(attributes)}}
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
