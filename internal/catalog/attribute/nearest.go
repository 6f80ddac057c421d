// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	"github.com/agext/levenshtein"
)

// mostMisspelled bounds the work of Nearest.
const mostMisspelled = 64

// Nearest returns the known word that a misspelled word most likely means, or "" if none is similar. Upper and lower case mean the same. A
// word is also similar if one of the two begins with the other, as in "power" and "pow".
func Nearest(word string, known []string) string {
	const shortest = 3
	closest, distance := "", 3
	if len(word) > mostMisspelled {
		return ""
	}
	word = strings.ToLower(word)
	for _, name := range known {
		lower := strings.ToLower(name)
		d := levenshtein.Distance(word, lower, nil)
		begins := min(len(word), len(name)) >= shortest && (strings.HasPrefix(word, lower) || strings.HasPrefix(lower, word))
		if begins {
			d = min(d, 2)
		}
		if d < distance && (begins || 2*d <= len(name)) {
			closest, distance = name, d
		}
	}
	return closest
}
