// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// Enum is a validator that accepts the values listed in the documentation. It only warns about a listed value in a different case, such as
// "sev1" for "SEV1", which engines may reject (quirk 140 in quirks.go). Methods such as OrOthers relax these rules.
type Enum struct {
	Undescribed
	Values          []string
	Synonyms        map[string]string // maps other accepted values to listed values with the same meaning
	responses       map[string]string // maps other values in responses to listed values with the same meaning
	lowerCase       bool              // the documentation also contains the values in lower case
	warnsOfUnlisted bool              // the documentation does not exclude other values
	warnsOfEmpty    bool              // warn about "" instead of rejecting it
}

// OneOf returns a validator that accepts only the given values.
func OneOf(accepted ...string) Enum { return Enum{Values: accepted} }

// Also returns a validator that treats a synonym, such as "avg", as equal to a listed value, such as "average".
func (o Enum) Also(synonym, value string) Enum {
	o.Synonyms = map[string]string{synonym: value}
	return o
}

// OrLowerCase returns a validator that also accepts the listed values in lower case, without a warning.
func (o Enum) OrLowerCase() Enum {
	o.lowerCase = true
	return o
}

// OrOthers returns a validator that warns about unlisted values instead of rejecting them (quirk 152 in quirks.go).
func (o Enum) OrOthers() Enum {
	o.warnsOfUnlisted = true
	return o
}

// OrEmpty returns a validator that only warns about "" (no value) instead of rejecting it.
func (o Enum) OrEmpty() Enum {
	o.warnsOfEmpty = true
	return o
}

func (o Enum) SetStringRules(rules *lens.StringRules) {
	rules.Equal, rules.Canonical = o.EqualStrings, o.Canonical
}

// EqualStrings reports whether two strings represent the same value.
func (o Enum) EqualStrings(engine, declared string) bool {
	return strings.EqualFold(o.meaning(engine), o.meaning(declared))
}

func (o Enum) resolve(value string) string {
	if meant, ok := o.Synonyms[strings.ToLower(value)]; ok {
		return meant
	}
	return value
}

// Accepts reports whether a string represents a listed value, regardless of case.
func (o Enum) Accepts(value string) bool {
	return slices.ContainsFunc(o.Values, func(listed string) bool { return o.EqualStrings(listed, value) })
}

func (o Enum) isListed(value string) bool {
	_, isSynonym := o.Synonyms[value]
	return isSynonym || slices.Contains(o.Values, value) || o.lowerCase && slices.Contains(o.Values, strings.ToUpper(value))
}

func (o Enum) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && !o.isListed(value) {
		isTolerated := o.warnsOfUnlisted || o.warnsOfEmpty && value == "" || o.Accepts(value)
		report(&resp.Diagnostics, isTolerated, req.Path, "Value not in the list", strconv.Quote(value),
			o.List(`"`))
	}
}

func (o Enum) markdown() string {
	if o.warnsOfUnlisted {
		return "Known values: " + o.List("`") + "."
	}
	return "One of " + o.List("`") + "."
}

// List formats the values for a sentence, each in the given quotation marks, such as `"rate" or "cron"`.
func (o Enum) List(quote string) string {
	quoted := make([]string, len(o.Values))
	for i, value := range o.Values {
		quoted[i] = quote + value + quote
		if value == "" {
			quoted[i] = strings.Trim(quote, `"`) + `""` + strings.Trim(quote, `"`)
		}
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// InResponses returns a validator for an attribute for which some engines return a different word than they received, such as "average" for
// "avg". If the configuration contains the engine's word, the validator warns about it.
func (o Enum) InResponses(word, value string) Enum {
	o.responses = map[string]string{word: value}
	return o
}

func (o Enum) meaning(text string) string {
	if value, ok := o.responses[strings.ToLower(text)]; ok {
		return value
	}
	return o.resolve(text)
}

// Canonical returns the listed value that the engine's string represents, such as SEV1 for sev1.
func (o Enum) Canonical(engine string) string {
	for _, value := range o.Values {
		if o.EqualStrings(engine, value) {
			return value
		}
	}
	return engine
}

// Words is a validator that accepts listed values and "". It warns about any other value, because an engine may accept it (quirk 24 in
// quirks.go).
type Words struct{ Enum }

// ListedWords returns a validator that accepts the given words and warns about all others.
func ListedWords(words ...string) Words { return Words{Enum: OneOf(words...)} }

func (w Words) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); value != "" && !w.isListed(value) {
		report(&resp.Diagnostics, true, req.Path, "Value not in the list", strconv.Quote(value), w.List(`"`))
	}
}

// Synonyms defines which strings count as equal. Although it is a validator, it accepts every string, because package check validates the
// attribute.
type Synonyms struct{ Enum }

func (Synonyms) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {
}
