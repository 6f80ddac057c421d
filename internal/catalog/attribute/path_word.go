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

// PathWord lists the known component types, such as "algorithm". The URL path for creating a component contains the plural, and all other
// paths contain the singular (interface document, section 4.4). So "algorithm", "Algorithm" and "algorithms" are forms of one word.
type PathWord []string

// EqualStrings reports whether two strings stand for the same type, such as algorithm and Algorithms.
func (PathWord) EqualStrings(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve returns the listed form of a word, such as algorithm for Algorithms. It returns an unknown word unchanged.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualStrings(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity returns the same string for all forms of a listed word, such as algorithm and Algorithms. From any other word, it only removes a
// final s.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular removes the final "s" from a word. This is wrong for words such as "bus", but harmless, because the client tries both forms.
func singular(word string) string {
	if last := len(word) - 1; last > 0 && (word[last] == 's' || word[last] == 'S') {
		return word[:last]
	}
	return word
}

// KnownWords is a validator that warns about words that look like misspellings of known words (quirk 276 in quirks.go). It accepts all
// other words, because engines may support words that are not documented.
type KnownWords struct {
	Undescribed
	words  []string
	isPath bool // the words are component types (PathWord)
}

// Known returns a validator that warns about misspellings of the given words.
func Known(words ...string) KnownWords { return KnownWords{words: words} }

// ValidateString implements validator.String.
func (k KnownWords) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue.ValueString() // "" if the value is null or unknown; an empty string causes no warning
	word := value
	if k.isPath {
		word = PathWord(k.words).Identity(value)
	}
	if slices.Contains(k.words, word) {
		return
	}
	if name := nearest.Name(word, k.words); name != "" {
		resp.Diagnostics.AddAttributeWarning(req.Path, "Word may be misspelled", fmt.Sprintf(
			"%s is %q, but engines are only known to have %s. Perhaps you mean %q.", req.Path, value, OneOf(k.words...).List(`"`), name))
	}
}

// SetStringRules makes comparisons treat all forms of a word in a URL path, such as pump and pumps, as equal.
func (k KnownWords) SetStringRules(rules *lens.StringRules) {
	if k.isPath {
		rules.Equal = PathWord(k.words).EqualStrings
	}
}
