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

	// Collection returns the URL paths at which the engine serves the objects of this kind. typeWord is the component type in these paths,
	// such as algorithm. Kinds whose URL paths contain no type ignore typeWord.
	Collection func(typeWord string) engine.Collection

	// Attributes are the attributes of the resource. The engine's fields have the same names. The provider adds "id" and "extra".
	Attributes map[string]schema.Attribute

	// ProviderOnly are attributes that only the provider uses, such as timeouts. The engine's object does not have them.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly are fields that only the engine sets. Data sources show them; resources do not have them.
	ReadOnly map[string]schema.Attribute

	// Sections order the attributes on the pages of the documentation. They have all Attributes, ProviderOnly and ReadOnly.
	Sections []Section

	// Scope is the attribute that limits where names must differ. For a tab it is "dashboard": two tabs may have the same name on different
	// dashboards. If Scope is "", two objects of this kind never have the same name.
	Scope string

	// Parent is the kind of object whose id the attribute Scope holds, such as "dashboard" for a tab. It is "" if Scope holds no id.
	Parent string

	// PathTypes are the known component types that can be in a request's URL path, such as algorithm. Only components have them.
	PathTypes attribute.PathWord

	// Deployable is true for components, which the engine runs as programs. The provider stops a running component before an update. The
	// attribute "running" makes the provider start or stop it.
	Deployable bool

	// Derived lists the texts that the provider computes, such as expression_plain in an alert item. It is empty for objects without such
	// texts.
	Derived Derived

	// Facts describe how the engine treats the fields, for example their defaults. The provider itself marks the ProviderOnly attributes, and
	// the component type in the URL path, as never sent.
	Facts lens.Facts

	// Check reports mistakes in a configuration that involve several attributes. It is nil for kinds that need no such check.
	Check func(config check.Value)

	// Missing returns a warning for each missing attribute that the object needs in order to work. lacks reports whether an attribute is
	// absent or empty. Missing is nil for kinds that need no attribute.
	Missing func(lacks func(attribute string) bool) []string
}

// TypeWord is the attribute whose value, such as algorithm, is a part of the URL path of requests. Only components have it.
const TypeWord = "type"

// HasTypeInPath reports whether the object's URL path contains a component type. No request for such an object is possible without the
// type.
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

// in returns a function that ignores the component type and always returns c, because the URL paths of most kinds of objects contain no
// type.
func in(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
