// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Answered says what a word means that no configuration should have, but that an engine may answer.
func (o Enum) Answered(word, value string) Enum {
	o.answers = map[string]string{word: value}
	return o
}

// meaning is the value that a text stands for.
func (o Enum) meaning(text string) string {
	if value, ok := o.answers[strings.ToLower(text)]; ok {
		return value
	}
	return o.resolve(text)
}

// Spelling implements lens.TextSpelling: a value that an engine answers in another case, or by a synonym, is shown as the
// documents spell it, so that the plan after an import is empty. Other values are shown as they are.
func (o Enum) Spelling(engine string) string {
	for _, value := range o.Values {
		if o.EqualTexts(engine, value) {
			return value
		}
	}
	return engine
}

// Words knows the values that documents have for a field, and warns of others: what says that there are none is a belief (quirk 24).
// The empty text is no value.
type Words struct{ Enum }

// ListedWords are the words that documents have for a field.
func ListedWords(words ...string) Words { return Words{Enum: OneOf(words...)} }

// ValidateString implements validator.String.
func (w Words) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if value := req.ConfigValue.ValueString(); value != "" && !w.hasSpelling(value) {
		report(&resp.Diagnostics, true, req.Path, "Value not in the list", strconv.Quote(value), w.List(`"`))
	}
}

// Spellings knows the values of a field as Words does, and leaves others to a check that concerns several attributes.
type Spellings struct{ Enum }

// ValidateString implements validator.String.
func (Spellings) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {
}
