// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// PathWord lists known values of a word in an object's path, such as algorithm. Others may exist. The interface document (section 4.4)
// writes the word in the plural in the path of a create, and in the singular elsewhere, so singular and plural mean the same. So do upper
// and lower case.
type PathWord []string

// EqualTexts reports whether two texts are the same word, such as algorithm and Algorithms.
func (PathWord) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve returns the listed spelling of a word, such as algorithm for Algorithms. It returns a word that is not listed unchanged.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualTexts(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity returns a text that is the same for all spellings of a word, so that callers can compare words or use them as map keys.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular returns a word without a final s. This is also safe for a singular such as "bus", because the client tries both forms in the
// path.
func singular(word string) string {
	if last := len(word) - 1; last > 0 && (word[last] == 's' || word[last] == 'S') {
		return word[:last]
	}
	return word
}

// pathWordText is the validator of an attribute whose text is a PathWord. It accepts every text, and tells package lens which are equal.
type pathWordText struct {
	anyText
	words PathWord
}

// SetTextRules implements lens.TextRuler. It tells package lens that singular, plural, upper and lower case are equal.
func (t pathWordText) SetTextRules(rules *lens.TextRules) { rules.Equal = t.words.EqualTexts }
