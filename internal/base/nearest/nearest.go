// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package nearest finds the known name that a user most likely meant by a misspelled one. It imports nothing from this module.
package nearest

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

const (
	// maxLength is the maximum length of a word in bytes. It bounds the work for malicious input.
	maxLength = 64
	// minBeginning is the minimum length of a prefix that counts as similar to the whole word.
	minBeginning = 3
)

// Name returns the known name that is most similar to a word, or "" if none is similar. It ignores case. A name is similar if two letters
// are swapped ("dri" for "dir"), if an ending is missing or added ("pow" for "power"), or if only a few letters differ: at most two, or a
// third of a long word, and never more than half of the name.
func Name(word string, known []string) (name string) {
	if len(word) > maxLength {
		return ""
	}
	word = strings.ToLower(word)
	least, leastDistance := max(2, len(word)/3)+1, 0
	for _, candidate := range known {
		lower := strings.ToLower(strings.TrimPrefix(candidate, "-"))
		distance := levenshtein.Distance(word, lower, nil)
		rank := distance
		switch isLong := min(len(word), len(lower)) >= minBeginning; {
		case isLong && (strings.HasPrefix(lower, word) || sortLetters(lower) == sortLetters(word)):
			rank = min(rank, 1)
		case isLong && strings.HasPrefix(word, lower):
			rank = min(rank, 2)
		case 2*distance > len(lower):
			continue
		}
		if rank < least || rank == least && distance < leastDistance {
			name, least, leastDistance = candidate, rank, distance
		}
	}
	return name
}

func sortLetters(word string) string {
	letters := []rune(word)
	slices.Sort(letters)
	return string(letters)
}
