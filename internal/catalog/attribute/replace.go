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
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Replacing returns the attribute with a plan modifier that replaces the object if the value changes. If the old value is null, as it is
// after an import, the object is not replaced.
func Replacing(a schema.StringAttribute) schema.StringAttribute {
	return replacing(a, replaces, "the value changes", func(state, _ types.String) bool { return !state.IsNull() })
}

// ReplacingPathWord is like Replacing, but for a component's type. "pump" and "pumps" are the same type, so a change between them doesn't
// replace the component.
func ReplacingPathWord(words PathWord, a schema.StringAttribute) schema.StringAttribute {
	a.Validators = append(a.Validators, KnownWords{words: words, isPath: true})
	return replacing(a, replacesType, "the word means a different one", func(state, plan types.String) bool {
		return plan.IsUnknown() || !words.EqualStrings(state.ValueString(), plan.ValueString())
	})
}

// Movable returns an attribute for the id of an object's parent. If the id changes, an update moves the object to the new parent. If the
// new id is unknown in the plan, the parent is probably being replaced, and the engine will delete this object together with the old
// parent. The plan therefore replaces the object, too.
func Movable(a schema.StringAttribute) schema.StringAttribute {
	return replacing(a, moves, "the new parent does not exist yet", func(state, plan types.String) bool {
		return plan.IsUnknown() && !state.IsNull()
	})
}

func replacing(a schema.StringAttribute, sentence, why string, isReplaced func(state, plan types.String) bool) schema.StringAttribute {
	a.PlanModifiers = append(a.PlanModifiers, stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = isReplaced(req.StateValue, req.PlanValue)
		}, why, why))
	a.MarkdownDescription += sentence
	return a
}

// ChangedByEngine returns the attribute with a longer description, which says that users normally don't declare the attribute, because the
// engine changes it.
func ChangedByEngine(a schema.StringAttribute) schema.StringAttribute {
	a.MarkdownDescription += changes
	return a
}

// StoredSecret is a sentence for attribute descriptions that explains how to declare a secret.
const StoredSecret = " But Terraform stores a declared `value` in its state. So declare a secret as a placeholder (see `value`) or as " +
	"`value_wo`."

// Sentences for attribute descriptions that explain what happens if the attribute is declared or changed.
const (
	replaces     = " If it changes, Terraform replaces the object."
	replacesType = replaces + " Plural and upper case mean the same: `Algorithms` is `algorithm`."
	moves        = " If it changes, the provider moves the object. If the new value is known only after the apply, " +
		"Terraform replaces the object."
	changes = " Normally you do not declare this attribute, because the engine changes it on its own. If you declare it, a plan " +
		"shows every change by the engine as drift, and the next apply restores the declared value. An import leaves the attribute out."
)

// onDeclaration removes the sentences from a description that say what happens if the attribute is declared or changed, because an
// attribute of a data source can be neither. The functions above and package catalog add these sentences.
var onDeclaration = strings.NewReplacer(replacesType, "", replaces, "", moves, "", changes, "", StoredSecret, "")

// ifDeclared matches a sentence that begins with "If" and contains "declare" or "declared".
var ifDeclared = regexp.MustCompile(` If [^.]*\bdeclared?\b[^.]*\.`)

// ReadOnlyDescription returns an attribute's description for data sources. It omits sentences about declaring the attribute.
func ReadOnlyDescription(a schema.Attribute) string {
	return ifDeclared.ReplaceAllString(onDeclaration.Replace(a.GetMarkdownDescription()), "")
}
