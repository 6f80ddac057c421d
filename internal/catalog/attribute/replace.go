// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// Replacing returns an attribute that makes Terraform replace the object when the attribute's value changes. If the state has no value yet,
// as after an import, a new value does not replace the object.
func Replacing(a schema.StringAttribute) schema.StringAttribute {
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = !req.StateValue.IsNull()
		}, "the value changes", "the value changes"))
	a.MarkdownDescription += replaces
	return a
}

// ReplacingPathWord is like Replacing, but another spelling of the same word, such as algorithms for algorithm, does not replace the
// object.
func ReplacingPathWord(words PathWord, a schema.StringAttribute) schema.StringAttribute {
	a.Validators = append(a.Validators, pathWordText{words: words})
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = req.PlanValue.IsUnknown() || !words.EqualTexts(req.StateValue.ValueString(), req.PlanValue.ValueString())
		}, "the word means another one", "the word means another one"))
	a.MarkdownDescription += replacesType
	return a
}

// Movable returns an attribute with the id of a parent, such as a dashboard. Normally an update can change it. If the id is unknown in the
// plan, the old parent is being replaced: the engine will delete the object with its parent, so the object is replaced too.
func Movable(a schema.StringAttribute) schema.StringAttribute {
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = req.PlanValue.IsUnknown() && !req.StateValue.IsNull()
		}, "the new parent does not exist yet", "the new parent does not exist yet"))
	a.MarkdownDescription += moves
	return a
}

// ChangedByEngine returns an attribute that users normally do not declare, because the engine changes its value by itself.
func ChangedByEngine(a schema.StringAttribute) schema.StringAttribute {
	a.MarkdownDescription += changes
	return a
}

// StoredSecret is the sentence of a description that says how to declare a secret.
const StoredSecret = " But Terraform stores a declared `value` in its state. So declare a secret as a placeholder (see `value`) or as " +
	"`value_wo`."

// These sentences in descriptions say what happens if a configuration declares an attribute.
const (
	replaces     = " If it changes, Terraform replaces the object."
	replacesType = replaces + " Plural and upper case mean the same: `Algorithms` is `algorithm`."
	moves        = " If it changes, the provider moves the object. If the new value is known only after the apply, " +
		"Terraform replaces the object."
	changes = " Normally you do not declare this attribute, because the engine changes it by itself. If you declare it, a plan " +
		"shows every change by the engine as drift, and the next apply restores the declared value. An import leaves the attribute out."
)

// ifDeclared matches a sentence about what happens if a configuration declares an attribute, or does not.
var ifDeclared = regexp.MustCompile(` If [^.]*\bdeclared?\b[^.]*\.`)

// ReadOnlyDescription returns the description of an attribute for data sources, which only read it.
func ReadOnlyDescription(a schema.Attribute) string {
	text := strings.NewReplacer(replacesType, "", replaces, "", moves, "", changes, "", StoredSecret, "").Replace(a.GetMarkdownDescription())
	return ifDeclared.ReplaceAllString(text, "")
}
