// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// oneOf accepts the values that the interface document lists for a field. Spellings that differ in case mean the same in
// both directions, so that an engine which answers "sev1" for "SEV1" makes no difference.
type oneOf struct {
	values    []string
	synonyms  map[string]string // further accepted values and what they mean
	lowerCase bool              // lower-case spellings are accepted too
}

// values lists the accepted values.
func values(accepted ...string) oneOf { return oneOf{values: accepted} }

// also accepts a second name for one of the values.
func (o oneOf) also(synonym, value string) oneOf {
	o.synonyms = map[string]string{synonym: value}
	return o
}

// orLowerCase accepts lower-case spellings.
func (o oneOf) orLowerCase() oneOf {
	o.lowerCase = true
	return o
}

// SameMeaning implements lens.Meaning.
func (o oneOf) SameMeaning(engine, declared string) bool {
	return strings.EqualFold(o.resolve(engine), o.resolve(declared))
}

func (o oneOf) resolve(value string) string {
	if meant, ok := o.synonyms[strings.ToLower(value)]; ok {
		return meant
	}
	return value
}

func (o oneOf) accepts(value string) bool {
	value = o.resolve(value)
	return slices.Contains(o.values, value) || o.lowerCase && slices.Contains(o.values, strings.ToUpper(value))
}

// ValidateString implements validator.String.
func (o oneOf) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || o.accepts(req.ConfigValue.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Value not in the list",
		fmt.Sprintf("%s is %q, but it has to be %s.", req.Path, req.ConfigValue.ValueString(), o.enumeration(`"`)))
}

// Description implements validator.Describer.
func (o oneOf) Description(context.Context) string { return "one of " + o.enumeration(`"`) }

// MarkdownDescription implements validator.Describer.
func (o oneOf) MarkdownDescription(context.Context) string { return "one of " + o.enumeration("`") }

func (o oneOf) markdown() string { return "One of " + o.enumeration("`") + "." }

func (o oneOf) enumeration(quote string) string {
	quoted := make([]string, len(o.values))
	for i, value := range o.values {
		quoted[i] = quote + value + quote
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
