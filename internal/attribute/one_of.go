// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Enum accepts the values that the interface document lists for a field. Spellings that differ in case mean the same in
// both directions, so that an engine which answers "sev1" for "SEV1" makes no difference.
type Enum struct {
	Values    []string
	Synonyms  map[string]string // further accepted values and what they mean
	answers   map[string]string // values that only engines use, and what they mean
	lowerCase bool              // lower-case spellings are accepted too
}

// OneOf lists the accepted values.
func OneOf(accepted ...string) Enum { return Enum{Values: accepted} }

// Also accepts a second name for one of the values.
func (o Enum) Also(synonym, value string) Enum {
	o.Synonyms = map[string]string{synonym: value}
	return o
}

// OrLowerCase accepts lower-case spellings.
func (o Enum) OrLowerCase() Enum {
	o.lowerCase = true
	return o
}

// EqualTexts implements lens.TextEquality.
func (o Enum) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(o.meaning(engine), o.meaning(declared))
}

func (o Enum) resolve(value string) string {
	if meant, ok := o.Synonyms[strings.ToLower(value)]; ok {
		return meant
	}
	return value
}

// Accepts tells whether a configuration may have the value.
func (o Enum) Accepts(value string) bool {
	value = o.resolve(value)
	return slices.Contains(o.Values, value) || o.lowerCase && slices.Contains(o.Values, strings.ToUpper(value))
}

// LooksAtOneValue implements OneValue.
func (Enum) LooksAtOneValue() {}

// ValidateString implements validator.String.
func (o Enum) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || o.Accepts(req.ConfigValue.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Value not in the list",
		fmt.Sprintf("%s is %q, but it has to be %s.", req.Path, req.ConfigValue.ValueString(), o.List(`"`)))
}

// Description implements validator.Describer.
func (o Enum) Description(context.Context) string { return "one of " + o.List(`"`) }

// MarkdownDescription implements validator.Describer.
func (o Enum) MarkdownDescription(context.Context) string { return "one of " + o.List("`") }

func (o Enum) markdown() string { return "One of " + o.List("`") + "." }

// List names the values in quotes of the given kind, for a sentence.
func (o Enum) List(quote string) string {
	quoted := make([]string, len(o.Values))
	for i, value := range o.Values {
		quoted[i] = quote + value + quote
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
