// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Object is an engine object as Terraform sees it: everything that the resource, the data sources and the lens need to
// know of it. One file per object makes one of these.
type Object struct {
	Name    string // "alert": the resource is engine_alert
	Plural  string // "alerts": the plural data source is engine_alerts
	Summary string // what the object is, markdown

	// Collection is where the engine keeps the objects, by the path's type word for components and the same for all others.
	Collection func(typeWord string) engine.Collection

	// Attributes are the fields that a configuration may declare, under their wire names; "id" and "extra" are added.
	Attributes map[string]schema.Attribute

	// ProviderOnly are attributes that say how the provider treats the object; they are no fields of it.
	ProviderOnly map[string]schema.Attribute

	// ReadOnly are the fields that only the engine sets; data sources show them.
	ReadOnly map[string]schema.Attribute

	// Scope is the attribute within which names are unique, such as a tab's dashboard; "" means the whole engine.
	Scope string

	// Parent is the name of the object that Scope refers to by its id, such as "dashboard"; "" where it refers to none.
	Parent string

	// PathTypes are the type words that the path of the object may have; empty for objects whose paths have none.
	PathTypes attribute.PathWord

	// Deployable objects run: they are stopped for an update, and started and stopped as "running" says.
	Deployable bool

	// Derived are the texts of the object's query items that the provider makes; the zero value for objects without items.
	Derived Derived

	// Facts are what the engine does with the fields; that the type word and ProviderOnly are never sent goes without saying.
	Facts lens.Facts

	// Check reports what is wrong in a configuration beyond single attributes; nil when there is nothing to check.
	Check func(config check.Value)

	// Missing says what an object lacks without which it does nothing, when lacks reports which attributes it has not, or has empty; nil for
	// objects that lack nothing. A plan tells it.
	Missing func(lacks func(attribute string) bool) []string
}

// byItself ends the description of an attribute of lens.Facts.Runtime.
const byItself = " Normally left to the engine, which changes it by itself: declared, every such change is drift, and the next apply sets the declared value again. " +
	"An import never reads it."

// TypeWord is the attribute that holds the type word of an object whose path has one.
const TypeWord = "type"

// Typed tells whether the path of the object has a type word, which has to be known for every request.
func (o Object) Typed() bool { return len(o.PathTypes) > 0 }

// Objects is the registry: one line per engine object.
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

// in is the collection of an object whose path has no type word.
func in(c engine.Collection) func(string) engine.Collection {
	return func(string) engine.Collection { return c }
}
