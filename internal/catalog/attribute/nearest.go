// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	"github.com/agext/levenshtein"
)

// mostMisspelled bounds the work of Nearest.
const mostMisspelled = 64

// Nearest returns the known word that a misspelled word most likely means, or "" if none is similar. Upper and lower case mean the same.
func Nearest(word string, known []string) string {
	closest, distance := "", 3
	if len(word) > mostMisspelled {
		return ""
	}
	for _, name := range known {
		if d := levenshtein.Distance(strings.ToLower(word), strings.ToLower(name), nil); d < distance && 2*d <= len(name) {
			closest, distance = name, d
		}
	}
	return closest
}
