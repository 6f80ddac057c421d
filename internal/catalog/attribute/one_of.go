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

// Enum is a validator for the values that the documentation lists for a field. It only warns about "sev1" for "SEV1", which means the same
// but may be rejected (quirk 140 in quirks.go).
type Enum struct {
	oneValue
	Values    []string
	Synonyms  map[string]string // maps further accepted values to the listed values that they mean
	responses map[string]string // maps values in responses to the listed values
	lowerCase bool              // the documentation has lower-case forms too
	open      bool              // the documentation does not exclude other values
	none      bool              // the empty string means that there is no value
}

// OneOf returns a validator that accepts the given values.
func OneOf(accepted ...string) Enum { return Enum{Values: accepted} }

// Also makes the validator accept a synonym of a listed value.
func (o Enum) Also(synonym, value string) Enum {
	o.Synonyms = map[string]string{synonym: value}
	return o
}

// OrLowerCase makes the validator accept the listed values in lower case without a warning.
func (o Enum) OrLowerCase() Enum {
	o.lowerCase = true
	return o
}

// OrOthers makes the validator only warn about values that are not listed (quirk 152 in quirks.go).
func (o Enum) OrOthers() Enum {
	o.open = true
	return o
}

// OrEmpty makes the validator only warn about "", which means no value.
func (o Enum) OrEmpty() Enum {
	o.none = true
	return o
}

func (o Enum) SetTextRules(rules *lens.TextRules) {
	rules.Equal, rules.Canonical = o.EqualTexts, o.Canonical
}

// EqualTexts reports whether two strings mean the same listed value.
func (o Enum) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(o.meaning(engine), o.meaning(declared))
}

func (o Enum) resolve(value string) string {
	if meant, ok := o.Synonyms[strings.ToLower(value)]; ok {
		return meant
	}
	return value
}

// Accepts reports whether a string means a listed value.
func (o Enum) Accepts(value string) bool {
	return slices.ContainsFunc(o.Values, func(listed string) bool { return o.EqualTexts(listed, value) })
}

func (o Enum) isListed(value string) bool {
	_, isSynonym := o.Synonyms[value]
	return isSynonym || slices.Contains(o.Values, value) || o.lowerCase && slices.Contains(o.Values, strings.ToUpper(value))
}

func (o Enum) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && !o.isListed(value) {
		report(&resp.Diagnostics, o.open || o.none && value == "" || o.Accepts(value), req.Path, "Value not in the list", strconv.Quote(value),
			o.List(`"`))
	}
}

func (o Enum) markdown() string {
	if o.open {
		return "Known values: " + o.List("`") + "."
	}
	return "One of " + o.List("`") + "."
}

// List returns the values as a part of a sentence, each in the given quotes: "rate" or "cron".
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

// InResponses makes word mean a listed value, but only in the engine's responses.
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

// Canonical returns the listed value that the engine's string means, such as SEV1 for sev1, so that a plan after an import is empty.
func (o Enum) Canonical(engine string) string {
	for _, value := range o.Values {
		if o.EqualTexts(engine, value) {
			return value
		}
	}
	return engine
}

// Words is a validator that accepts listed values and "", and warns about others, which engines may accept (quirk 24 in quirks.go).
type Words struct{ Enum }

// ListedWords returns a validator that accepts the given words and warns about others.
func ListedWords(words ...string) Words { return Words{Enum: OneOf(words...)} }

func (w Words) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); value != "" && !w.isListed(value) {
		report(&resp.Diagnostics, true, req.Path, "Value not in the list", strconv.Quote(value), w.List(`"`))
	}
}

// Synonyms accepts every string, and only sets which ones are equal. Package check validates the attribute.
type Synonyms struct{ Enum }

func (Synonyms) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {
}
