// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"math/big"
	"slices"
)

// checkChoices refuses choices that are no array, and a value that is none of them. Choices of arrays and objects are
// left to the engine, which may know values by a part of them.
func checkChoices(choices, value part) {
	decoded, ok := choices.decoded()
	if !ok || decoded == nil {
		return
	}
	listed, isArray := decoded.([]any)
	if !isArray {
		choices.refuse("Choices are no array", "%s is %s, but it has to be an array, for example jsonencode([\"low\", \"high\"]).", choices.path, kindOf(decoded))
		return
	}
	if len(listed) == 0 || !slices.ContainsFunc(listed, isScalar) || slices.ContainsFunc(listed, isComposite) {
		return
	}
	chosen, _ := value.decoded()
	elements, isArray := chosen.([]any)
	if !isArray {
		elements = []any{chosen}
	}
	for _, element := range elements {
		if isScalar(element) && !isPlaceholder(element) && !slices.ContainsFunc(listed, func(choice any) bool { return sameScalar(choice, element) }) {
			value.refuse("Value is none of the choices", "%s is none of the choices, which are %s.", value.path, choices.text())
			return
		}
	}
}

// isScalar tells whether a JSON value is a text, a number or a boolean.
func isScalar(value any) bool { return value != nil && !isComposite(value) }

func isComposite(value any) bool {
	switch value.(type) {
	case []any, map[string]any:
		return true
	default:
		return false
	}
}

// sameScalar compares numbers by what they are worth: 1 and 1.0 are the same.
func sameScalar(a, b any) bool {
	n, isNumber := a.(json.Number)
	m, isAlso := b.(json.Number)
	if !isNumber || !isAlso {
		return a == b
	}
	x, _, errX := big.ParseFloat(n.String(), 10, 512, big.ToNearestEven)
	y, _, errY := big.ParseFloat(m.String(), 10, 512, big.ToNearestEven)
	return errX == nil && errY == nil && x.Cmp(y) == 0
}
