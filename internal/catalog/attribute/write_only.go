// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// An attribute such as "key" may have a write-only counterpart, "key_wo". Because Terraform doesn't store the value of "key_wo", the
// provider can't detect changes to it. A create sends the value as the "key" field. An update sends it only if "key_wo_version" has changed.

// WriteOnlySuffix is the suffix of write-only attribute names, such as "key_wo".
const WriteOnlySuffix = "_wo"

// HasWriteOnly reports whether an attribute is write-only or contains a write-only attribute.
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

// AnyWriteOnly reports whether any of the attributes is write-only or contains a write-only attribute.
func AnyWriteOnly(attributes map[string]schema.Attribute) bool {
	for _, a := range attributes {
		if HasWriteOnly(a) {
			return true
		}
	}
	return false
}

// WithoutWriteOnly returns a copy of attributes that lacks, at every level, the write-only attributes and their version attributes, such as
// key_wo and key_wo_version.
func WithoutWriteOnly(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	rest := make(map[string]schema.Attribute, len(attributes))
	for name, a := range attributes {
		if versioned := attributes[strings.TrimSuffix(name, lens.VersionSuffix)]; a.IsWriteOnly() || versioned != nil && versioned.IsWriteOnly() {
			continue
		}
		if a, ok := a.(schema.ListNestedAttribute); ok && HasWriteOnly(a) {
			within := List(a.MarkdownDescription, WithoutWriteOnly(a.NestedObject.Attributes))
			within.Required, within.Optional = a.Required, a.Optional
			rest[name] = within
			continue
		}
		rest[name] = a
	}
	return rest
}
