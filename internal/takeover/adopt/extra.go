// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// unknownKeys writes the keys that the engine has and the provider does not know. Without -all it only counts them.
type unknownKeys struct {
	written bool
	count   int
}

// setByEngine lists keys that engines set by themselves, in addition to the catalog's read-only keys.
var setByEngine = []string{"id", "created_at", "updated_at"}

// in returns the keys for the attribute extra of an object: those that the import shows, and the unknown keys if they are to be
// written. It adds none to a reference, where only id and name count (wire shapes section 1), and none to the object of a secret,
// whose other keys could reveal it.
func (u *unknownKeys) in(attributes map[string]schema.Attribute, value cty.Value, p place) map[string]any {
	keys := map[string]any{}
	if text := memberText(value, lens.ExtraName); text != "" {
		_ = document.DecodeInto([]byte(text), &keys) // The provider encoded this text, so it can be decoded.
	}
	object, _ := p.doc.(map[string]any)
	if attributes[lens.ExtraName] == nil || document.IsSensitive(object) || isWithheld(attributes, value, object) {
		return keys
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		_, shown := keys[key]
		if attributes[key] != nil || shown || object[key] == nil || slices.Contains(setByEngine, key) || len(p.path) == 0 && p.object.kind.ReadOnly[key] != nil {
			continue
		}
		if u.count++; u.written {
			keys[key] = object[key]
		}
	}
	return keys
}
