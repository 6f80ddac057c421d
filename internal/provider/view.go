// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// documentID is the id that the engine gave an object; the client refuses documents without one.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}

// sameToViews tells whether two documents say the same of everything that a view can declare. "extra" does not count: what
// has no attribute may move by itself.
func (p *engineProvider) sameToViews(col engine.Collection, a, b engine.Document) bool {
	i := slices.IndexFunc(p.definitions, func(d *definition) bool { return d.Name == col.String() })
	return i >= 0 && p.definitions[i].says(a, b) && p.definitions[i].says(b, a)
}

// says tells whether a document says what another does, as far as that says anything.
func (d *definition) says(doc, other engine.Document) bool {
	view, odd := d.shape.All(other)
	if len(odd) > 0 {
		return false // Such objects are read singly, which reports what is wrong.
	}
	view = mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		if extra, ok := object[lens.ExtraName]; ok {
			object[lens.ExtraName] = tftypes.NewValue(extra.Type(), nil)
		}
	})
	return d.shape.Equals(doc, view)
}

// attributePath is the framework's form of a path of names and indexes.
func attributePath(steps []any) path.Path {
	p := path.Empty()
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			p = p.AtName(step)
		case int:
			p = p.AtListIndex(step)
		}
	}
	return p
}
