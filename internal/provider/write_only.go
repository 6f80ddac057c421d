// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// reveal gives the prior and the planned view of a change as an update needs them: the planned one with the write-only
// values to send, the prior one with values where there were write-only ones that are no longer declared.
func (d *definition) reveal(c change) (prior, planned tftypes.Value) {
	if !d.hasSecrets {
		return c.prior, c.planned
	}
	secrets, was, is := membersNamed(attribute.WriteOnlyName, c.config), membersNamed(attribute.VersionName, c.prior), membersNamed(attribute.VersionName, c.planned)
	planned = mapObjects(c.planned, "", func(at string, object map[string]tftypes.Value) {
		secret, ok := secrets[at]
		if before, had := was[at]; ok && (!had || !before.Equal(is[at])) {
			object[attribute.ValueName] = secret
		}
	})
	prior = mapObjects(c.prior, "", func(at string, object map[string]tftypes.Value) {
		_, had := was[at]
		if _, has := is[at]; had && !has {
			object[attribute.ValueName] = tftypes.NewValue(tftypes.String, `"value that Terraform does not know"`)
		}
	})
	return prior, planned
}

// membersNamed are the members of a name, those that are null left out, by the places of their objects.
func membersNamed(name string, view tftypes.Value) map[string]tftypes.Value {
	found := map[string]tftypes.Value{}
	mapObjects(view, "", func(at string, object map[string]tftypes.Value) {
		if value, ok := object[name]; ok && !value.IsNull() {
			found[at] = value
		}
	})
	return found
}

// withoutSecrets is a view as Terraform keeps it: write-only values are null.
func (d *definition) withoutSecrets(view tftypes.Value) tftypes.Value {
	if !d.hasSecrets {
		return view
	}
	return mapObjects(view, "", func(_ string, object map[string]tftypes.Value) {
		if secret, ok := object[attribute.WriteOnlyName]; ok {
			object[attribute.WriteOnlyName] = tftypes.NewValue(secret.Type(), nil)
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
		object := maps.Clone(tfvalue.Members(view))
		for name, member := range object {
			object[name] = mapObjects(member, at+"."+name, alter)
		}
		alter(at, object)
		return tftypes.NewValue(t, object)
	case tftypes.List:
		list := slices.Clone(tfvalue.Elements(view))
		for i, element := range list {
			list[i] = mapObjects(element, at+"/"+tfvalue.TextAt(element, "name"), alter)
		}
		return tftypes.NewValue(t, list)
	default:
		return view
	}
}
