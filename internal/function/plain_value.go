// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// notKnown stands for a value that Terraform does not know yet.
type notKnown struct{}

// plainValue is a value of any type as decoded JSON has it, but with *big.Float for numbers and notKnown{} for what is not known.
func plainValue(value attr.Value) any {
	switch {
	case value == nil || value.IsNull():
		return nil
	case value.IsUnknown():
		return notKnown{}
	}
	switch v := value.(type) {
	case types.Dynamic:
		return plainValue(v.UnderlyingValue())
	case types.String:
		return v.ValueString()
	case types.Bool:
		return v.ValueBool()
	case types.Number:
		return v.ValueBigFloat()
	case types.Object:
		return plainMembers(v.Attributes())
	case types.Map:
		return plainMembers(v.Elements())
	case types.List:
		return plainElements(v.Elements())
	case types.Set:
		return plainElements(v.Elements())
	case types.Tuple:
		return plainElements(v.Elements())
	default:
		return nil
	}
}

func plainMembers(values map[string]attr.Value) map[string]any {
	members := make(map[string]any, len(values))
	for name, value := range values {
		members[name] = plainValue(value)
	}
	return members
}

func plainElements(values []attr.Value) []any {
	elements := make([]any, len(values))
	for i, value := range values {
		elements[i] = plainValue(value)
	}
	return elements
}

// isWhollyKnown tells whether there is nothing unknown in a plain value.
func isWhollyKnown(v any) bool {
	switch v := v.(type) {
	case notKnown:
		return false
	case map[string]any:
		for _, member := range v {
			if !isWhollyKnown(member) {
				return false
			}
		}
	case []any:
		for _, element := range v {
			if !isWhollyKnown(element) {
				return false
			}
		}
	}
	return true
}

// nameOf names a plain value in a message.
func nameOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case *big.Float:
		return v.Text('g', 10)
	case bool:
		if v {
			return "true"
		}
		return "false"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	default:
		return "a text"
	}
}
