// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// A parameter can have its value in "value_wo", which Terraform keeps neither in the plan nor in the state. It goes to the
// wire as "value", when the parameter is new or its "value_wo_version" is another one than before: only the configuration
// has the value, and it may be another one in each run.
const (
	ValueName     = "value"
	WriteOnlyName = "value_wo"
	VersionName   = "value_wo_version"
)

// HasWriteOnly tells whether an attribute is write-only, or has one within.
func HasWriteOnly(a schema.Attribute) bool {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		return AnyWriteOnly(a.NestedObject.Attributes)
	case schema.SingleNestedAttribute:
		return AnyWriteOnly(a.Attributes)
	default:
		return a.IsWriteOnly()
	}
}

func AnyWriteOnly(attributes map[string]schema.Attribute) bool {
	for _, a := range attributes {
		if HasWriteOnly(a) {
			return true
		}
	}
	return false
}

// WithoutWriteOnly are attributes without the write-only ones and their versions, at any depth.
func WithoutWriteOnly(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	rest := make(map[string]schema.Attribute, len(attributes))
	for name, a := range attributes {
		if name == WriteOnlyName || name == VersionName {
			continue
		}
		if a, ok := a.(schema.ListNestedAttribute); ok && HasWriteOnly(a) {
			within := List(Optional, a.MarkdownDescription, WithoutWriteOnly(a.NestedObject.Attributes))
			within.Required, within.Optional = a.Required, a.Optional
			rest[name] = within
			continue
		}
		rest[name] = a
	}
	return rest
}
