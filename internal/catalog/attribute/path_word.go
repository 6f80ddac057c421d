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

// PathWord lists the known values of a word in URL paths, such as algorithm. A create has the plural in its path, and other requests the
// singular (interface document, section 4.4), so algorithm, Algorithm and algorithms mean the same.
type PathWord []string

// EqualTexts reports whether two strings are the same word.
func (PathWord) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve returns the listed form of a word, such as algorithm for Algorithms, or the unknown word.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualTexts(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity returns one string for all forms of a word.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular removes the last s, incorrectly for "bus", but the client tries both forms.
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

// ValidateString implements validator.String. Unknown words may be types that only some engines have.
func (t pathWordText) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	word := req.ConfigValue.ValueString()
	if !slices.ContainsFunc(t.words, func(known string) bool { return t.words.EqualTexts(known, word) }) {
		warnOfMisspelled(singular(word), t.words, req, resp)
	}
}

// KnownWords warns about misspelled known words (quirk 276 in quirks.go).
type KnownWords struct {
	oneValue
	words []string
}

// Known returns a validator for a field in which engines may also accept words that are not documented.
func Known(words ...string) KnownWords { return KnownWords{words: words} }

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

func (t pathWordText) SetTextRules(rules *lens.TextRules) { rules.Equal = t.words.EqualTexts }
