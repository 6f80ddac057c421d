// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// valueFor returns an attribute's value in the engine's object. For an attribute that may be a single value or a list, such as 1 or [1]
// (StringRules.ManyIf), the result is a list only if the declared value is one.
func (s *Shape) valueFor(a *attribute, object map[string]any, declared tftypes.Value) any {
	value := object[a.name]
	if isMany, _ := boolean(object[a.rules.ManyIf]); a.rules.ManyIf == "" || isMany || value == nil {
		return value
	}
	values, isArray := value.([]any)
	switch wantsArray := isJSONArray(tfvalue.String(declared)); {
	case isArray && !wantsArray && len(values) == 1:
		return values[0]
	case wantsArray && !isArray:
		return []any{value}
	default:
		return value
	}
}

// isOneOfMany reports whether one of two JSON-encoded strings contains a value, such as 1, and the other an array with only this value,
// such as [1]. It returns false if 1 and [1] have different meanings, which is the case if multiple is true or StringRules.ManyIf is empty.
func (a *attribute) isOneOfMany(before, after tftypes.Value, multiple bool) bool {
	if a.rules.ManyIf == "" || multiple || !after.IsKnown() || !tfvalue.IsDeclared(before) || !tfvalue.IsDeclared(after) {
		return false
	}
	one, array := tfvalue.String(before), tfvalue.String(after)
	if isJSONArray(one) {
		one, array = array, one
	}
	return !isJSONArray(one) && document.SameJSON("["+one+"]", array)
}

func isJSONArray(str string) bool { return strings.HasPrefix(strings.TrimSpace(str), "[") }
