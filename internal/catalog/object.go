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

// Object describes one kind of engine object, such as alert. It is all that the provider needs for the kind's resource and data sources.
type Object struct {
	Name    string // "alert": the resource is engine_alert
	Plural  string // "alerts": the plural data source is engine_alerts
	Summary string // description of the object, in Markdown

	// Collection returns the paths at which the engine serves the objects. Only components use typeWord, the type in their path, such as
	// algorithm.
	Collection func(typeWord string) engine.Collection

	// Attributes are the attributes of the resource, by name. The engine's fields have the same names. The provider adds "id" and "extra".
	Attributes map[string]schema.Attribute

	// ProviderOnly are attributes that the engine's object does not have, such as timeouts. Only the provider uses them.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly are fields that only the engine sets. Data sources show them; resources do not have them.
	ReadOnly map[string]schema.Attribute

	// Scope is the attribute that limits where names must differ. For a tab it is "dashboard": only tabs of the same dashboard must have
	// different names. If it is "", no two objects of this kind in the engine may have the same name.
	Scope string

	// Parent is the kind of object whose id is in the attribute Scope, such as "dashboard" for a tab. It is "" if Scope holds no id.
	Parent string

	// PathTypes are the known types that a request's path contains, such as algorithm for components. It is empty for other kinds.
	PathTypes attribute.PathWord

	// Deployable is true for components. The provider stops a running component before an update, and starts or stops it if the attribute
	// "running" says so.
	Deployable bool

	// Derived lists texts of the object's items that the provider computes from other attributes. It is empty for objects without items.
	Derived Derived

	// Facts describe how the engine treats the fields, for example their defaults. The provider adds that ProviderOnly and the type in the
	// path are never sent.
	Facts lens.Facts

	// Check reports mistakes in a configuration that involve several attributes. It is nil for kinds without such checks.
	Check func(config check.Value)

	// Missing returns a warning for each missing attribute without which the object cannot work. The function lacks reports whether an
	// attribute is absent or empty. Missing is nil for kinds that need no such attribute.
	Missing func(lacks func(attribute string) bool) []string
}

// byItself ends the description of each attribute that the engine changes by itself, such as status.
const byItself = " Normally not declared, because the engine changes it by itself. If it is declared, a plan shows every such change " +
	"as drift, and the next " +
	"apply restores the declared value. An import leaves it out."

// TypeWord is the attribute whose value is a part of the path of requests. Only components have one: algorithm or connector.
const TypeWord = "type"

// Typed reports whether the path of the object contains its type. No request is possible without the type then.
func (o Object) Typed() bool { return len(o.PathTypes) > 0 }

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

// in returns a function for Object.Collection that always returns c, for objects whose path has no type.
func in(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
