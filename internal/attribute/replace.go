// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// Replacing is an attribute whose change makes another object: a part of the object's path, or a parent that it can't
// leave. A state that does not know the attribute, as one that was taken over and not read yet, is no reason to replace anything.
func Replacing(a schema.StringAttribute) schema.StringAttribute {
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = !req.StateValue.IsNull()
		}, "the value changes", "the value changes"))
	a.MarkdownDescription += " Another value replaces the object."
	return a
}

// ReplacingPathWord is Replacing for a word of the object's path. Another spelling of the word leads to the same object.
func ReplacingPathWord(words PathWord, a schema.StringAttribute) schema.StringAttribute {
	a.Validators = append(a.Validators, words)
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = req.PlanValue.IsUnknown() || !words.EqualTexts(req.StateValue.ValueString(), req.PlanValue.ValueString())
		}, "the word means another one", "the word means another one"))
	a.MarkdownDescription += " Another value replaces the object; the plural and another case are no other value."
	return a
}

// Movable is a reference to a parent that an update can change. The engine deletes an object together with its parent, so
// an object whose parent is replaced can't be updated afterwards: it has to be replaced too. Such a parent shows in the
// plan as one whose identifier is not known yet.
func Movable(a schema.StringAttribute) schema.StringAttribute {
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = req.PlanValue.IsUnknown() && !req.StateValue.IsNull()
		}, "the new parent does not exist yet", "the new parent does not exist yet"))
	a.MarkdownDescription += " Another value moves the object. One that is not known before the apply replaces it."
	return a
}
