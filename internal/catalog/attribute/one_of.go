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

// Enum accepts the values that the documents list for a field. Upper and lower case are equal: "sev1" from the engine is no change from
// "SEV1". Another spelling in the configuration gives a warning.
type Enum struct {
	oneValue
	Values    []string
	Synonyms  map[string]string // maps further accepted values to the listed values that they mean
	answers   map[string]string // maps values that only the engine uses to the listed values
	lowerCase bool              // the documents have lower-case spellings too
	open      bool              // the documents do not exclude other values
	none      bool              // the empty text means that there is no value
}

// OneOf lists the accepted values.
func OneOf(accepted ...string) Enum { return Enum{Values: accepted} }

// Also accepts a synonym for one of the values.
func (o Enum) Also(synonym, value string) Enum {
	o.Synonyms = map[string]string{synonym: value}
	return o
}

// OrLowerCase accepts lower-case spellings.
func (o Enum) OrLowerCase() Enum {
	o.lowerCase = true
	return o
}

// OrOthers makes other values a warning instead of an error (quirk 152).
func (o Enum) OrOthers() Enum {
	o.open = true
	return o
}

// OrEmpty makes the empty text a warning instead of an error. It means that there is no value.
func (o Enum) OrEmpty() Enum {
	o.none = true
	return o
}

// SetTextRules implements lens.TextRuler.
func (o Enum) SetTextRules(rules *lens.TextRules) {
	rules.Equal, rules.Spelling = o.EqualTexts, o.Spelling
}

// EqualTexts reports whether two texts mean the same value.
func (o Enum) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(o.meaning(engine), o.meaning(declared))
}

func (o Enum) resolve(value string) string {
	if meant, ok := o.Synonyms[strings.ToLower(value)]; ok {
		return meant
	}
	return value
}

// Accepts reports whether a value is in the list, or equal to a listed value.
func (o Enum) Accepts(value string) bool {
	return slices.ContainsFunc(o.Values, func(listed string) bool { return o.EqualTexts(listed, value) })
}

// hasSpelling reports whether the documents contain a value in exactly this spelling.
func (o Enum) hasSpelling(value string) bool {
	_, isSynonym := o.Synonyms[value]
	return isSynonym || slices.Contains(o.Values, value) || o.lowerCase && slices.Contains(o.Values, strings.ToUpper(value))
}

// ValidateString implements validator.String. Another spelling is a warning, because the engine may not accept it (quirk 140).
func (o Enum) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() && !o.hasSpelling(value) {
		report(&resp.Diagnostics, o.open || o.none && value == "" || o.Accepts(value), req.Path, "Value not in the list", strconv.Quote(value),
			o.List(`"`))
	}
}

func (o Enum) markdown() string {
	if o.open {
		return "Engines are known to take " + o.List("`") + "."
	}
	return "One of " + o.List("`") + "."
}

// List lists the values in the given quotes for a sentence.
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

// Answered declares a word that the engine may answer instead of a value, but that configurations should not use.
func (o Enum) Answered(word, value string) Enum {
	o.answers = map[string]string{word: value}
	return o
}

// meaning returns the listed value that a text means.
func (o Enum) meaning(text string) string {
	if value, ok := o.answers[strings.ToLower(text)]; ok {
		return value
	}
	return o.resolve(text)
}

// Spelling returns the documents' spelling of a value that the engine answers in another case or as a
// synonym, so that the plan after an import is empty. Other values stay unchanged.
func (o Enum) Spelling(engine string) string {
	for _, value := range o.Values {
		if o.EqualTexts(engine, value) {
			return value
		}
	}
	return engine
}

// Words accepts the values that the documents list for a field and warns about all others, because the list may be incomplete (quirk 24).
// The empty text means that there is no value.
type Words struct{ Enum }

// ListedWords returns Words with the given values.
func ListedWords(words ...string) Words { return Words{Enum: OneOf(words...)} }

// ValidateString implements validator.String.
func (w Words) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); value != "" && !w.hasSpelling(value) {
		report(&resp.Diagnostics, true, req.Path, "Value not in the list", strconv.Quote(value), w.List(`"`))
	}
}

// Spellings compares like Words but does not validate: a check of several attributes validates the field.
type Spellings struct{ Enum }

// ValidateString implements validator.String and accepts every text.
func (Spellings) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {
}
