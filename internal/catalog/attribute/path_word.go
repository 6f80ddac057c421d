// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/base/nearest"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// PathWord lists the known values of a word in the URL paths of objects, such as algorithm. The URL path of a create has the plural, and
// all other URL paths have the singular (interface document, section 4.4). So algorithm, Algorithm and algorithms mean the same.
type PathWord []string

// EqualTexts reports whether two texts are the same word, such as algorithm and Algorithms.
func (PathWord) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve returns the listed spelling of a word, such as algorithm for Algorithms. It returns all other words unchanged.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualTexts(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity returns one text for all spellings of a word, so that callers can compare words or use them as map keys.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular returns a word without its last s. For a word such as "bus" this is wrong but harmless, because the client tries both the
// singular and the plural in the URL path.
func singular(word string) string {
	if last := len(word) - 1; last > 0 && (word[last] == 's' || word[last] == 'S') {
		return word[:last]
	}
	return word
}

type pathWordText struct {
	oneValue
	words PathWord
}

// ValidateString implements validator.String. It warns about words that look like a misspelled listed word (quirk 276 in quirks.go). Other
// words may be types that only some engines have.
func (t pathWordText) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	word := req.ConfigValue.ValueString()
	if !slices.ContainsFunc(t.words, func(known string) bool { return t.words.EqualTexts(known, word) }) {
		warnOfMisspelled(singular(word), t.words, req, resp)
	}
}

// KnownWords is a validator that accepts every text, and warns about texts that look like a misspelled known word (quirk 276 in quirks.go).
type KnownWords struct {
	oneValue
	words []string
}

// Known returns a validator for a field with documented words, in which engines may also accept other words.
func Known(words ...string) KnownWords { return KnownWords{words: words} }

// ValidateString implements validator.String.
func (k KnownWords) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if word := req.ConfigValue.ValueString(); !slices.Contains(k.words, word) {
		warnOfMisspelled(word, k.words, req, resp)
	}
}

func warnOfMisspelled(word string, known []string, req validator.StringRequest, resp *validator.StringResponse) {
	if name := nearest.Name(word, known); name != "" { // none for "", which stands for null and unknown values too
		resp.Diagnostics.AddAttributeWarning(req.Path, "Word may be misspelled", fmt.Sprintf(
			"%s is %q, but engines are only known to have %s. Perhaps you mean %q.", req.Path, req.ConfigValue.ValueString(),
			OneOf(known...).List(`"`), name))
	}
}

// SetTextRules implements lens.TextRuler: singular, plural, upper and lower case are equal.
func (t pathWordText) SetTextRules(rules *lens.TextRules) { rules.Equal = t.words.EqualTexts }
