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

// Object has all that the provider needs to know about one kind of engine object, such as alert.
type Object struct {
	Name    string // "alert": the resource is engine_alert
	Plural  string // "alerts": the plural data source is engine_alerts
	Summary string // description of the object, in Markdown

	// Collection returns the URL paths of the objects. Only components depend on typeWord.
	Collection func(typeWord string) engine.Collection

	// Attributes are the attributes of the resource, named like the engine's fields. The provider adds "id" and "extra".
	Attributes map[string]schema.Attribute

	// ProviderOnly are attributes such as timeouts, which the engine's object does not have.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly are fields that only the engine sets. Data sources show them; resources do not have them.
	ReadOnly map[string]schema.Attribute

	// Sections order all attributes on the pages of the documentation.
	Sections []Section

	// Scope is the attribute within which names must differ, such as "dashboard" for a tab. If it is "", names must always differ.
	Scope string

	// Parent is the kind of object whose id Scope holds, or "".
	Parent string

	// PathTypes are the known component types in URL paths. Only components have them.
	PathTypes attribute.PathWord

	// Deployable is true for components, which the engine runs. The provider stops a running component before an update.
	Deployable bool

	// Derived lists the strings that the provider computes.
	Derived Derived

	// Facts describe how the engine treats the fields. The provider adds its own attributes and the type in the URL path as unsent.
	Facts lens.Facts

	// Check reports mistakes that involve several attributes. It may be nil.
	Check func(config check.Value)

	// Missing returns a warning for each attribute that the object needs in order to work, of those that lacks reports. It may be nil.
	Missing func(lacks func(attribute string) bool) []string
}

// TypeWord is the attribute whose value is a part of a component's URL path.
const TypeWord = "type"

// HasTypeInPath reports whether requests need the component type.
func (o Object) HasTypeInPath() bool { return len(o.PathTypes) > 0 }

// Objects returns the descriptions of all kinds of engine objects.
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

// in returns the Collection of kinds whose URL paths contain no type.
func in(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
