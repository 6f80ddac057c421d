// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// object is an object of the engine on its way into the configuration.
type object struct {
	kind     catalog.Object
	id, name string
	doc      engine.Document
	imported *protocol.Object // nil before the import
	label    string           // the name of its resource; "" before it has one

	importAs string // the id in an import block that the folder has already; "" if it has none
}

// typeName is the resource type.
func (o *object) typeName() string { return typeName(o.kind.Name) }

func typeName(kind string) string { return "engine_" + kind }

func (o *object) address() string { return o.typeName() + "." + o.label }

// exactSuffix ends the id of an import that shows all of what the configuration declares, also what is empty.
const exactSuffix = "/exact"

// importID is the id that an import takes: with the type word where the path has one, so that no other type is asked.
func (o *object) importID() string {
	if o.importAs != "" {
		return o.importAs
	}
	word, _ := o.doc[catalog.TypeWord].(string)
	if !o.kind.Typed() || word == "" {
		return o.id + exactSuffix
	}
	return o.kind.PathTypes.Identity(word) + "/" + o.id + exactSuffix
}

// text is a text of the imported object, "" where there is none.
func (o *object) text(attribute string) string {
	if attribute == "" {
		return ""
	}
	value := o.imported.State.GetAttr(attribute)
	if value.IsNull() {
		return ""
	}
	return value.AsString()
}

// parent is the id of the object that this one belongs to, "" for none.
func (o *object) parent() string {
	if o.kind.Parent == "" {
		return ""
	}
	return o.text(o.kind.Scope)
}

func (o *object) String() string { return describe(o.kind.Name, o.name, o.id) }

// describe names an object in a report.
func describe(kind, name, id string) string {
	return fmt.Sprintf("%s %q (%s)", kind, name, document.Visible(id))
}

// index finds objects by kind and id.
type index map[string]map[string]*object

func indexOf(objects []*object) index {
	x := index{}
	for _, o := range objects {
		if x[o.kind.Name] == nil {
			x[o.kind.Name] = map[string]*object{}
		}
		x[o.kind.Name][o.id] = o
	}
	return x
}

// family says which kinds of objects belong to which.
type family struct {
	parent      map[string]string // "" for kinds that belong to none
	hasChildren map[string]bool
}

func newFamily() family {
	f := family{parent: map[string]string{}, hasChildren: map[string]bool{}}
	for _, o := range catalog.Objects() {
		f.parent[o.Name] = o.Parent
		f.hasChildren[o.Parent] = true
	}
	return f
}

// depth is how many kinds stand above an object's kind.
func (f family) depth(o *object) int {
	n := 0
	for parent := o.kind.Parent; parent != ""; parent = f.parent[parent] {
		n++
	}
	return n
}
