// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

// computedAttributes are the attributes of an object as a data source shows them: all set by the engine.
func computedAttributes(attributes map[string]schema.Attribute) map[string]datasource.Attribute {
	shown := make(map[string]datasource.Attribute, len(attributes))
	for name, a := range attributes {
		shown[name] = computedAttribute(a)
	}
	if _, ok := shown["extra"]; ok {
		shown["extra"] = datasource.StringAttribute{
			Computed: true, CustomType: jsontype.Type{},
			MarkdownDescription: "JSON text of the keys of the engine's document that have no attribute of their own.",
		}
	}
	return shown
}

func computedAttribute(a schema.Attribute) datasource.Attribute {
	description := a.GetMarkdownDescription()
	switch a := a.(type) {
	case schema.StringAttribute:
		return datasource.StringAttribute{Computed: true, CustomType: a.CustomType, MarkdownDescription: description}
	case schema.NumberAttribute:
		return datasource.NumberAttribute{Computed: true, MarkdownDescription: description}
	case schema.BoolAttribute:
		return datasource.BoolAttribute{Computed: true, MarkdownDescription: description}
	case schema.ListAttribute:
		return datasource.ListAttribute{Computed: true, CustomType: a.CustomType, ElementType: a.ElementType, MarkdownDescription: description}
	case schema.ListNestedAttribute:
		return datasource.ListNestedAttribute{
			Computed: true, CustomType: a.CustomType, MarkdownDescription: description,
			NestedObject: datasource.NestedAttributeObject{
				CustomType: a.NestedObject.CustomType, Attributes: computedAttributes(a.NestedObject.Attributes),
			},
		}
	case schema.SingleNestedAttribute:
		return datasource.SingleNestedAttribute{
			Computed: true, CustomType: a.CustomType, MarkdownDescription: description, Attributes: computedAttributes(a.Attributes),
		}
	default:
		panic(fmt.Sprintf("no data source attribute for %T", a)) // the lens refuses such a schema first
	}
}

// argument is an attribute of a data source by which its object is found.
func argument(description string, required, computed bool) datasource.StringAttribute {
	return datasource.StringAttribute{Required: required, Optional: !required, Computed: computed, MarkdownDescription: description}
}
