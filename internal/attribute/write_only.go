// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// An attribute can have a write-only sibling, under its name with WriteOnlySuffix, whose value Terraform keeps neither in its
// plan nor in its state. It goes to the wire under the name of the attribute, when its object is new or the version beside
// it, under the write-only name with lens.VersionSuffix, is another one than before: only the configuration has the value, and
// it may be another one in each run.

// WriteOnlySuffix ends the names of write-only attributes.
const WriteOnlySuffix = "_wo"

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

// AnyWriteOnly tells whether one of the attributes is write-only, or has such an attribute within.
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
		if versioned := attributes[strings.TrimSuffix(name, lens.VersionSuffix)]; a.IsWriteOnly() || versioned != nil && versioned.IsWriteOnly() {
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
