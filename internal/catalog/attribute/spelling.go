// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

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

// Spelling implements lens.TextSpelling. It returns the documents' spelling of a value that the engine answers in another case or as a
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
