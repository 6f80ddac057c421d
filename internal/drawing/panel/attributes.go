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

// These limits apply to one widget. If an attribute of a widget has more list elements, only the first elements are drawn.
const (
	mostItems      = 50
	mostThresholds = 20
	mostMappings   = 100
	mostRows       = 200
	mostName       = 200    // characters of a name
	mostBody       = 20_000 // characters of the text of a text widget
)

// attributes has the attributes of a widget, an alert or a list element. They come from the engine's answer or from a Terraform resource.
type attributes map[string]any

func (a attributes) text(name string) string { return PlainText(a[name], mostName) }

// word returns a text in lower case, without spaces around it. Use it for attributes that have one of a few values.
func (a attributes) word(name string) string { return strings.ToLower(strings.TrimSpace(a.text(name))) }

func (a attributes) number(name string) (float64, bool) { return Number(a[name]) }

// isTrue and isFalse both return false if the boolean is not declared.
func (a attributes) isTrue(name string) bool  { b, ok := a[name].(bool); return ok && b }
func (a attributes) isFalse(name string) bool { b, ok := a[name].(bool); return ok && !b }

// elements returns the objects at the beginning of a list attribute. most is the maximum number of objects.
func (a attributes) elements(name string, most int) []attributes {
	list, _ := a[name].([]any)
	var elements []attributes
	for _, element := range list[:min(len(list), most)] {
		members, _ := element.(map[string]any)
		elements = append(elements, attributes(members))
	}
	return elements
}

func (a attributes) texts(name string) []string {
	list, _ := a[name].([]any)
	var texts []string
	for _, element := range list[:min(len(list), mostItems)] {
		if text := PlainText(element, mostName); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// Number returns a number, or the number in a string. ok is false for NaN and for numbers above 1e100.
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
		n = 0 // Differences of smaller numbers could not be calculated.
	}
	return n, !math.IsNaN(n) && math.Abs(n) <= 1e100
}

// PlainText cuts a text that has more than most characters. Invisible characters, such as those that reverse the direction of writing,
// become spaces.
func PlainText(v any, most int) string {
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
	default:
		return ""
	}
	if len(text) > 4*most { // No character has more than 4 bytes.
		text = text[:4*most]
	}
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
