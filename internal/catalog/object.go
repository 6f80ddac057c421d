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

// Object describes a kind of engine object. Its resource, its data sources and package lens use nothing else. Each kind has a file of
// its own.
type Object struct {
	Name    string // "alert": the resource is engine_alert
	Plural  string // "alerts": the plural data source is engine_alerts
	Summary string // description of the object, in Markdown

	// Collection returns the engine's collection of the objects. Only components use typeWord, the type in the path.
	Collection func(typeWord string) engine.Collection

	// Attributes are the fields that a configuration may declare, by their names in requests. The provider adds "id" and "extra".
	Attributes map[string]schema.Attribute

	// ProviderOnly are attributes that only the provider uses, such as timeouts. The engine's object does not have them.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly are the fields that only the engine sets. Data sources show them, resources do not have them.
	ReadOnly map[string]schema.Attribute

	// Scope is the attribute within whose value names are unique: a tab's name is unique in its dashboard. "" means the whole engine.
	Scope string

	// Parent is the kind of object to which Scope refers by its id, such as "dashboard" for a tab; "" if Scope has no id of an object.
	Parent string

	// PathTypes are the types that the path of a request may contain, such as algorithm; empty for objects without a type in the path.
	PathTypes attribute.PathWord

	// Deployable is true for components, which run: the provider stops them for an update, and starts and stops them by "running".
	Deployable bool

	// Derived has the texts of the object's items that the provider derives. It is empty for objects without items.
	Derived Derived

	// Facts describe how the engine treats the fields. They need not say that the type in the path and ProviderOnly are never sent.
	Facts lens.Facts

	// Check reports mistakes that concern several attributes. It is nil if there are no such rules.
	Check func(config check.Value)

	// Missing returns a text for each missing attribute without which the object can't work, so that a plan can warn of it. lacks reports
	// whether an attribute is absent or empty. Missing is nil for objects without such attributes.
	Missing func(lacks func(attribute string) bool) []string
}

// byItself is the end of the description of attributes that the engine changes by itself (lens.Facts.Runtime).
const byItself = " Normally not declared, because the engine changes it by itself. If it is declared, a plan shows every such change " +
	"as drift, and the next " +
	"apply restores the declared value. An import leaves it out."

// TypeWord is the attribute with the type in the path, for objects whose path has a type.
const TypeWord = "type"

// Typed reports whether the path of the object contains its type. Every request then needs the type.
func (o Object) Typed() bool { return len(o.PathTypes) > 0 }

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

// in returns the Collection of an object whose path has no type.
func in(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
