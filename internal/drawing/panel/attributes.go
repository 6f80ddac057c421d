// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Limits for a single widget. Anything beyond a limit is not shown.
const (
	maxItems      = 50
	maxThresholds = 20
	maxMappings   = 100
	maxRows       = 200
	maxName       = 200    // characters
	maxBody       = 20_000 // characters in a widget of type text
)

// attributes holds the attributes of a widget, an alert or a list element, from an engine's response or from a Terraform resource.
type attributes map[string]any

func (a attributes) text(name string) string { return PlainText(a[name], maxName) }

// word returns a string in lower case, without surrounding spaces. Use it for attributes that have a fixed set of values.
func (a attributes) word(name string) string { return strings.ToLower(strings.TrimSpace(a.text(name))) }

func (a attributes) number(name string) (float64, bool) { return Number(a[name]) }

// isTrue reports whether an attribute is true, and isFalse whether it is false. For a missing or non-boolean attribute, each returns false.
func (a attributes) isTrue(name string) bool  { b, ok := a[name].(bool); return ok && b }
func (a attributes) isFalse(name string) bool { b, ok := a[name].(bool); return ok && !b }

// elements returns the elements of a list of objects, up to the given limit. For an element that is not an object, it returns an empty one.
func (a attributes) elements(name string, limit int) (elements []attributes) {
	list, _ := a[name].([]any)
	for _, element := range list[:min(len(list), limit)] {
		members, _ := element.(map[string]any)
		elements = append(elements, attributes(members))
	}
	return elements
}

// Objects returns the elements of a list that are JSON objects.
func Objects(list any) (objects []map[string]any) {
	elements, _ := list.([]any)
	for _, element := range elements {
		if object, ok := element.(map[string]any); ok {
			objects = append(objects, object)
		}
	}
	return objects
}

func (a attributes) texts(name string) (texts []string) {
	list, _ := a[name].([]any)
	for _, element := range list[:min(len(list), maxItems)] {
		if text := PlainText(element, maxName); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// Number returns v as a number if v is a number or a string that contains one. It returns false for any other value, for NaN, and for
// absolute values above 1e100.
func Number(v any) (float64, bool) {
	var n float64
	switch v := v.(type) {
	case float64:
		n = v
	case int:
		n = float64(v)
	case json.Number:
		return Number(string(v))
	case string:
		parsed, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		if err != nil || strings.ContainsAny(v, "xXpP_nN") { // ParseFloat also accepts 0x1p-2, 1_000 and NaN
			return 0, false
		}
		n = parsed
	default:
		return 0, false
	}
	if math.Abs(n) < 1e-100 {
		n = 0 // Treat tiny numbers as zero.
	}
	return n, !math.IsNaN(n) && math.Abs(n) <= 1e100
}

// PlainText returns a string, number or boolean as a string of at most limit characters, and "" for any other value. It replaces invisible
// characters with spaces, including those that reverse the direction of text, but keeps line breaks.
func PlainText(v any, limit int) string {
	var text string
	switch v := v.(type) {
	case string:
		text = v
	case json.Number:
		text = v.String()
	case float64:
		text = strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		text = strconv.FormatBool(v)
	}
	text = strings.ToValidUTF8(text[:min(len(text), 4*limit)], "\ufffd") // A character has at most 4 bytes.
	text = strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}
