// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// PathWord lists known values of a word in an object's path, in the singular. There may be others. The interface document writes such a
// word in the plural where objects are created and in the singular elsewhere (interface section 4.4). Singular, plural, upper and lower
// case all mean the same.
type PathWord []string

// EqualTexts reports whether two texts are the same word.
func (PathWord) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve returns the listed spelling of a word, or the word itself if it is not listed.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualTexts(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity returns the same text for all spellings of a word that lead to the same objects.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular removes a final s. That is safe for a singular that ends in s (such as "bus"): the client also tries the path with the plural.
func singular(word string) string {
	if last := len(word) - 1; last > 0 && (word[last] == 's' || word[last] == 'S') {
		return word[:last]
	}
	return word
}

// pathWordText is the validator of an attribute with a PathWord.
type pathWordText struct {
	anyText
	words PathWord
}

// SetTextRules implements lens.TextRuler.
func (t pathWordText) SetTextRules(rules *lens.TextRules) { rules.Equal = t.words.EqualTexts }
