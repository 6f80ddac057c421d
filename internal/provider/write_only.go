// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A parameter can have its value in "value_wo", which Terraform keeps neither in the plan nor in the state. It goes to the
// wire as "value", when the parameter is new or its "value_wo_version" is another one than before: only the configuration
// has the value, and it may be another one in each run.
const (
	valueName   = "value"
	secretName  = "value_wo"
	versionName = "value_wo_version"
)

// reveal gives the prior and the planned view of a change as an update needs them: the planned one with the write-only
// values to send, the prior one with values where there were write-only ones that are no longer declared.
func (d *definition) reveal(c change) (prior, planned tftypes.Value) {
	if !d.hasSecrets {
		return c.prior, c.planned
	}
	secrets, was, is := membersNamed(secretName, c.config), membersNamed(versionName, c.prior), membersNamed(versionName, c.planned)
	planned = mapObjects(c.planned, "", func(at string, object map[string]tftypes.Value) {
		secret, ok := secrets[at]
		if before, had := was[at]; ok && (!had || !before.Equal(is[at])) {
			object[valueName] = secret
		}
	})
	prior = mapObjects(c.prior, "", func(at string, object map[string]tftypes.Value) {
		_, had := was[at]
		if _, has := is[at]; had && !has {
			object[valueName] = tftypes.NewValue(tftypes.String, `"value that Terraform does not know"`)
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
		if secret, ok := object[secretName]; ok {
			object[secretName] = tftypes.NewValue(secret.Type(), nil)
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
		object := maps.Clone(members(view))
		for name, member := range object {
			object[name] = mapObjects(member, at+"."+name, alter)
		}
		alter(at, object)
		return tftypes.NewValue(t, object)
	case tftypes.List:
		list := slices.Clone(elements(view))
		for i, element := range list {
			list[i] = mapObjects(element, at+"/"+textOf(element, "name"), alter)
		}
		return tftypes.NewValue(t, list)
	default:
		return view
	}
}

// hasSecret tells whether an attribute is write-only, or has one within.
func hasSecret(a schema.Attribute) bool {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		return anySecret(a.NestedObject.Attributes)
	case schema.SingleNestedAttribute:
		return anySecret(a.Attributes)
	default:
		return a.IsWriteOnly()
	}
}

func anySecret(attributes map[string]schema.Attribute) bool {
	for _, a := range attributes {
		if hasSecret(a) {
			return true
		}
	}
	return false
}

// checkSecret checks how a parameter gives its value.
func checkSecret(parameter part) {
	value, secret, version := parameter.in(valueName), parameter.in(secretName), parameter.in(versionName)
	switch {
	case value.known() && secret.known():
		secret.refuse("Two values of one parameter", "%s and %s are both declared. Declare the one that Terraform may keep in its state, or the other.", value.path, secret.path)
	case secret.known() && !version.declared():
		secret.refuse("Missing version of the value", "%s needs %s beside it, for example 1: Terraform does not keep the value, so another version is what sends another value.", secret.path, version.path)
	case version.known() && !secret.declared():
		version.refuse("Version without a value", "%s says when %s is sent, which is not declared. Declare both, or none.", version.path, secret.path)
	}
}

// withoutSecretAttributes are attributes without the write-only ones and their versions, at any depth.
func withoutSecretAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	rest := make(map[string]schema.Attribute, len(attributes))
	for name, a := range attributes {
		if name == secretName || name == versionName {
			continue
		}
		if a, ok := a.(schema.ListNestedAttribute); ok && hasSecret(a) {
			within := list(optional, a.MarkdownDescription, withoutSecretAttributes(a.NestedObject.Attributes))
			within.Required, within.Optional = a.Required, a.Optional
			rest[name] = within
			continue
		}
		rest[name] = a
	}
	return rest
}
