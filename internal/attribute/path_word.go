// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// PathWord is a word of an object's path, which the interface document writes in the plural where objects are created and in
// the singular elsewhere (interface section 4.4). Both mean the same, in any case of their letters. It has the words that
// the document gives, in the singular; there may be more.
type PathWord []string

// EqualTexts implements lens.TextEquality.
func (PathWord) EqualTexts(engine, declared string) bool {
	return strings.EqualFold(singular(engine), singular(declared))
}

// Resolve gives the document's spelling of a word that it has, and any other word as it is.
func (w PathWord) Resolve(word string) string {
	i := slices.IndexFunc(w, func(known string) bool { return w.EqualTexts(known, word) })
	if i < 0 {
		return word
	}
	return w[i]
}

// Identity is the same for all spellings of a word that lead to the same objects.
func (w PathWord) Identity(word string) string { return singular(w.Resolve(word)) }

// singular is a word without its last s. A path with it leads to the objects of a word that ends so in the singular, too: it
// is tried in the plural.
func singular(word string) string {
	if last := len(word) - 1; last > 0 && (word[last] == 's' || word[last] == 'S') {
		return word[:last]
	}
	return word
}

// LooksAtOneValue implements OneValue.
func (PathWord) LooksAtOneValue() {}

// ValidateString implements validator.String: every word may be one.
func (PathWord) ValidateString(context.Context, validator.StringRequest, *validator.StringResponse) {}

// Description implements validator.Describer.
func (PathWord) Description(context.Context) string { return "a word of the path" }

// MarkdownDescription implements validator.Describer.
func (w PathWord) MarkdownDescription(ctx context.Context) string { return w.Description(ctx) }
