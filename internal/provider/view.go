// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// members are the top-level attributes of a plan, state or configuration; none when it is null. They are the value's own:
// who changes them clones them first.
func members(view tftypes.Value) map[string]tftypes.Value {
	var attributes map[string]tftypes.Value
	if err := view.As(&attributes); err != nil {
		return nil // not an object: unknown as a whole
	}
	return attributes
}

// textOf is the text of a top-level attribute, "" when it is null or unknown.
func textOf(view tftypes.Value, name string) string {
	var text string
	member := members(view)[name]
	if member.Type() == nil || !member.IsKnown() || member.As(&text) != nil {
		return ""
	}
	return text
}

// withText is the view with a top-level text attribute replaced.
func withText(view tftypes.Value, name, value string) tftypes.Value {
	attributes := maps.Clone(members(view))
	attributes[name] = tftypes.NewValue(tftypes.String, value)
	return tftypes.NewValue(view.Type(), attributes)
}

// documentID is the id that the engine gave an object; the client refuses documents without one.
func documentID(doc engine.Document) string {
	id, _ := doc["id"].(string)
	return id
}

// attributePath is the framework's form of a path of names and indexes.
func attributePath(steps []any) path.Path {
	p := path.Empty()
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			p = p.AtName(step)
		case int:
			p = p.AtListIndex(step)
		}
	}
	return p
}

// truthOf is the boolean of a top-level attribute, nil when it is null or unknown.
func truthOf(view tftypes.Value, name string) *bool {
	var truth bool
	member := members(view)[name]
	if member.Type() == nil || !member.IsKnown() || member.IsNull() || member.As(&truth) != nil {
		return nil
	}
	return &truth
}

// elements are those of a list, none when it is null.
func elements(list tftypes.Value) []tftypes.Value {
	var all []tftypes.Value
	if list.Type() == nil || !list.IsKnown() || list.As(&all) != nil {
		return nil
	}
	return all
}
