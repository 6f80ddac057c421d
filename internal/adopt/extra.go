// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// unknownKeys writes the keys that the engine has and the provider does not know, or counts them.
type unknownKeys struct {
	written bool
	count   int
}

// setByEngine are the keys that engines set by themselves, beside those of the catalog that can only be read.
var setByEngine = []string{"id", "created_at", "updated_at"}

// in returns what the attribute extra of an object declares: what the import shows there, and the unknown keys if they are written.
// Of a reference id and name count alone (wire shapes section 1), and of a secret's object nobody knows what the others say.
func (u *unknownKeys) in(attributes map[string]schema.Attribute, value cty.Value, p place) map[string]any {
	keys := map[string]any{}
	if text := memberText(value, lens.ExtraName); text != "" {
		_ = document.DecodeInto([]byte(text), &keys) // The provider made it.
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
