// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Object describes one kind of engine object, such as alert, for the provider.
type Object struct {
	Name    string // such as "alert", for the resource engine_alert
	Plural  string // such as "alerts", for the plural data source engine_alerts
	Summary string // a description in Markdown

	// Collection returns the collection that contains the objects. For components, typeWord is the component's type, which is part of the
	// URL path. For other kinds, typeWord is ignored.
	Collection func(typeWord string) engine.Collection

	// Attributes are the resource's attributes, which have the same names as the engine's fields. The provider adds "id" and "extra".
	Attributes map[string]schema.Attribute

	// ProviderOnly contains attributes that are not fields of the engine's object, such as timeouts.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly contains fields that only the engine sets. They are attributes of data sources, but not of resources.
	ReadOnly map[string]schema.Attribute

	// Sections groups and orders all attributes for the documentation pages.
	Sections []Section

	// Scope is the name of an attribute, such as "dashboard" for tabs. Objects with the same value of this attribute, such as the tabs in
	// one dashboard, must have unique names. If Scope is "", names must be unique among all objects of the kind.
	Scope string

	// Parent is the kind of object that the Scope attribute refers to, or "" if there is none.
	Parent string

	// PathTypes lists the known component types in URL paths. It is empty for kinds other than components.
	PathTypes attribute.PathWord

	// Deployable is true for components, which the engine runs. The provider stops a running component before updating it.
	Deployable bool

	// Derived lists string attributes, such as query_plain, that the provider derives from other attributes.
	Derived Derived

	// Facts describes how the engine treats the object's fields. To the attributes in Facts.Unsent, package provider adds others, such as
	// timeouts.
	Facts lens.Facts

	// Check reports mistakes that involve several attributes. It may be nil.
	Check func(config check.Value)

	// Missing returns a message for each required attribute that the object lacks. It calls the lacks function to find out whether an
	// attribute is missing. Missing may be nil.
	Missing func(lacks func(attribute string) bool) []string
}

// TypeWord is the name of the attribute whose value is part of a component's URL path.
const TypeWord = "type"

// HasTypeInPath reports whether the objects' URL paths contain a type. This is true only for components.
func (o Object) HasTypeInPath() bool { return len(o.PathTypes) > 0 }

// Objects returns all kinds of engine objects.
func Objects() []Object {
	return []Object{
		dashboard(),
		tab(),
		widget(),
		component(),
		routine(),
		alert(),
		node(),
		function(),
	}
}

// always makes a Collection function that ignores its argument and returns c. It is for kinds whose URL paths do not contain a type.
func always(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
