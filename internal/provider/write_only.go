// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// withWriteOnly gives the prior and the planned view of a change as an update needs them: the planned one with the
// write-only values to send, the prior one with values where there were write-only ones that are no longer declared.
func (d *definition) withWriteOnly(c change) (prior, planned tftypes.Value) {
	if !d.hasWriteOnly {
		return c.prior, c.planned
	}
	values, was, is := writeOnlyMembers(c.config, ""), writeOnlyMembers(c.prior, lens.VersionSuffix), writeOnlyMembers(c.planned, lens.VersionSuffix)
	planned = mapObjects(c.planned, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			value, ok := values[at+"."+name]
			if before, had := was[at+"."+name]; ok && (!had || !before.Equal(is[at+"."+name])) {
				object[name] = value
			}
		}
	})
	prior = mapObjects(c.prior, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			_, had := was[at+"."+name]
			if _, has := is[at+"."+name]; had && !has {
				object[name] = tftypes.NewValue(tftypes.String, `"value that Terraform does not know"`)
			}
		}
	})
	return prior, planned
}

// writeOnlyNames are the attributes of an object that have a write-only sibling.
func writeOnlyNames(object map[string]tftypes.Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range object {
			if of, ok := strings.CutSuffix(name, attribute.WriteOnlySuffix); ok && !yield(of) {
				return
			}
		}
	}
}

// writeOnlyMembers are the write-only members of all objects of a view, or with a suffix what stands beside them, by the
// places of the attributes that they belong to. Those that are null are left out.
func writeOnlyMembers(view tftypes.Value, suffix string) map[string]tftypes.Value {
	found := map[string]tftypes.Value{}
	mapObjects(view, "", func(at string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			if value := object[name+attribute.WriteOnlySuffix+suffix]; tfvalue.IsDeclared(value) {
				found[at+"."+name] = value
			}
		}
	})
	return found
}

// withoutWriteOnly is a view as Terraform keeps it: write-only values are null.
func (d *definition) withoutWriteOnly(view tftypes.Value) tftypes.Value {
	if !d.hasWriteOnly {
		return view
	}
	return mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		for name := range writeOnlyNames(object) {
			name += attribute.WriteOnlySuffix
			object[name] = tftypes.NewValue(object[name].Type(), nil)
		}
	})
}

// mapObjects is a view whose objects were changed, the innermost first. The place of an object is made of names: those of
// attributes, and of the elements of lists, whose order may change.
func mapObjects(view tftypes.Value, at string, alter func(at string, object map[string]tftypes.Value)) tftypes.Value {
	if view.IsNull() || !view.IsKnown() {
		return view
	}
	switch t := view.Type().(type) {
	case tftypes.Object:
		object := maps.Clone(tfvalue.Object(view))
		for name, member := range object {
			object[name] = mapObjects(member, at+"."+name, alter)
		}
		alter(at, object)
		return tftypes.NewValue(t, object)
	case tftypes.List:
		list := slices.Clone(tfvalue.List(view))
		for i, element := range list {
			list[i] = mapObjects(element, at+"/"+tfvalue.Text(element, "name"), alter)
		}
		return tftypes.NewValue(t, list)
	default:
		return view
	}
}
