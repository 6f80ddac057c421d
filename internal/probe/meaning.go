// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// sameMeaning reports whether two texts, numbers or truth values are the same apart from their spelling, such as 5, 5.0 and "5".
func sameMeaning(a, b any) bool {
	if a == nil || b == nil {
		return a == b
	}
	if x, isNumber := amount(a); isNumber {
		y, isNumber := amount(b)
		return isNumber && x == y
	}
	return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b))
}

var numberText = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// amount returns the number in a value, which may be a text such as "5.0".
func amount(value any) (float64, bool) {
	text := fmt.Sprint(value)
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil && numberText.MatchString(text)
}

// keyName returns the name of the field that tells the elements of an array apart, or "". An engine may show a text as a reference with an
// id.
func keyName(field *table.Field) string {
	if field.Elements == table.Label {
		return "id"
	}
	return field.Key()
}

// keys returns what tells the elements of an array apart: the id of a reference, the ref_id of an item, or the element itself if it is a
// text.
func keys(field *table.Field, array any) []string {
	elements, _ := array.([]any)
	var all []string
	for _, element := range elements {
		if object, isObject := element.(map[string]any); isObject {
			element = object[keyName(field)]
		}
		all = append(all, fmt.Sprint(element))
	}
	return all
}

// elementOf returns the element of an array with this key, or nil.
func elementOf(field *table.Field, array any, key string) map[string]any {
	elements, _ := array.([]any)
	at := slices.Index(keys(field, array), key)
	if at < 0 {
		return nil
	}
	object, _ := elements[at].(map[string]any)
	return object
}
