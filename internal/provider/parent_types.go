// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// A parameter of a routine may be of a type that the routine's component declares. Only the component says whether its value is a secret.

// parentWithTypes is the kind of the objects above a kind, if they declare types, else nil.
func parentWithTypes(kind catalog.Object) *catalog.Object {
	objects := catalog.Objects()
	i := slices.IndexFunc(objects, func(o catalog.Object) bool { return o.Name == kind.Parent && o.Attributes[document.TypesKey] != nil })
	if i < 0 {
		return nil
	}
	return &objects[i]
}

// withoutParentSecrets is the document without the values of types of its parent that hold secrets. If the parent can't be read, no value
// of a type that is not built in is shown.
func (d *definition) withoutParentSecrets(ctx context.Context, conn *connection.Connection, doc engine.Document) engine.Document {
	if d.typeParent == nil {
		return doc
	}
	types := map[string]bool{}
	noteTypes(doc, types)
	if len(types) == 0 {
		return doc
	}
	words := []string(d.typeParent.PathTypes)
	if !d.typeParent.Typed() {
		words = []string{""}
	}
	id := document.Text(doc[d.Scope])
	for _, word := range words {
		if parent, _, err := conn.Reader.Read(ctx, d.typeParent.Collection(word), id); err == nil {
			types = document.SecretTypes(parent)
			break
		}
	}
	return d.full.WithoutTypes(doc, types)
}

// noteTypes notes the types of values that are not built in.
func noteTypes(value any, types map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		if name, _ := value["type"].(string); name != "" && !check.IsBuiltInType(name) && !document.IsEmpty(value["value"]) {
			types[name] = true
		}
		for _, member := range value {
			noteTypes(member, types)
		}
	case []any:
		for _, element := range value {
			noteTypes(element, types)
		}
	}
}
