// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Members are the top-level attributes of a plan, state or configuration; none when it is null. They are the value's own:
// who changes them clones them first.
func Members(view tftypes.Value) map[string]tftypes.Value {
	var attributes map[string]tftypes.Value
	if err := view.As(&attributes); err != nil {
		return nil // not an object: unknown as a whole
	}
	return attributes
}

// TextAt is the text of a top-level attribute, "" when it is null or unknown.
func TextAt(view tftypes.Value, name string) string {
	var text string
	member := Members(view)[name]
	if member.Type() == nil || !member.IsKnown() || member.As(&text) != nil {
		return ""
	}
	return text
}

// WithText is the view with a top-level text attribute replaced.
func WithText(view tftypes.Value, name, value string) tftypes.Value {
	attributes := maps.Clone(Members(view))
	attributes[name] = tftypes.NewValue(tftypes.String, value)
	return tftypes.NewValue(view.Type(), attributes)
}

// BoolAt is the boolean of a top-level attribute, nil when it is null or unknown.
func BoolAt(view tftypes.Value, name string) *bool {
	var truth bool
	member := Members(view)[name]
	if member.Type() == nil || !member.IsKnown() || member.IsNull() || member.As(&truth) != nil {
		return nil
	}
	return &truth
}

// Elements are those of a list, none when it is null.
func Elements(list tftypes.Value) []tftypes.Value {
	var all []tftypes.Value
	if list.Type() == nil || !list.IsKnown() || list.As(&all) != nil {
		return nil
	}
	return all
}
