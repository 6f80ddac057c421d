// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Sensitive wraps a sensitive string, number or boolean of an alert. Calculations use Value, but messages contain SensitiveText in place of
// Value and of any result that would reveal it.
type Sensitive struct{ Value any }

// SensitiveText replaces a sensitive value in output.
const SensitiveText = "sensitive value"

// MarkSensitive wraps a value in Sensitive. Pass it to planfile.Resource.MarkedAttributes.
func MarkSensitive(value any) any { return Sensitive{value} }

func isSensitive(v any) bool {
	switch v := v.(type) {
	case Sensitive:
		return true
	case map[string]any:
		for _, member := range v {
			if isSensitive(member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, isSensitive)
	}
	return false
}

// unmark returns v with each Sensitive replaced by its Value, for use in calculations.
func unmark(v any) any {
	switch v := v.(type) {
	case Sensitive:
		return v.Value
	case map[string]any:
		members := make(map[string]any, len(v))
		for name, member := range v {
			members[name] = unmark(member)
		}
		return members
	case []any:
		elements := make([]any, len(v))
		for i, element := range v {
			elements[i] = unmark(element)
		}
		return elements
	}
	return v
}

// displayText returns the string to display for v: SensitiveText if v is sensitive, and otherwise the given text.
func displayText(text string, v any) string {
	if isSensitive(v) {
		return SensitiveText
	}
	return text
}

// The functions below read attributes from the engine's JSON or from a Terraform configuration.

func list(v any) []any {
	elements, _ := v.([]any)
	return elements
}

func object(v any) map[string]any {
	members, _ := v.(map[string]any)
	return members
}

func text(v any) string {
	t, _ := unmark(v).(string)
	return t
}

func isEmpty(v any) bool { return v == nil || v == "" || v == Sensitive{""} }

// referenceID returns the id of a referenced object: v itself, or the id member if v is a JSON object {"id": ...}.
func referenceID(v any) string {
	if members := object(v); members != nil {
		return text(members["id"])
	}
	return text(v)
}

// number converts a number of any Go type, or a string such as "7.5", to a float64. It returns false for NaN, infinities and other types.
func number(v any) (float64, bool) {
	var n float64
	switch v := v.(type) {
	case float64:
		n = v
	case int:
		n = float64(v)
	case int64:
		n = float64(v)
	case *big.Float:
		if v == nil {
			return 0, false
		}
		n, _ = v.Float64()
	case json.Number:
		return number(string(v))
	case Sensitive:
		return number(v.Value)
	case string:
		parsed, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		if err != nil || strings.ContainsAny(v, "xXpP_nN") { // ParseFloat also accepts 0x1p-2, 1_000 and NaN
			return 0, false
		}
		n = parsed
	default:
		return 0, false
	}
	return n, !math.IsNaN(n) && !math.IsInf(n, 0)
}

var (
	durationForm = regexp.MustCompile(`^(\d+(\.\d+)?\s*(ms|[smhdw])\s*)+$`)
	durationPart = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*(ms|[smhdw])`)
)

// ParseDuration parses a number of seconds, or a string such as "5m" or "1h 30m". It returns false for anything else, and for zero and
// negative durations.
func ParseDuration(v any) (time.Duration, bool) {
	seconds, ok := number(v)
	if form := strings.TrimSpace(text(v)); !ok && durationForm.MatchString(form) {
		for _, part := range durationPart.FindAllStringSubmatch(form, -1) {
			count, _ := number(part[1])
			seconds += count * map[string]float64{"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}[part[2]]
		}
	}
	length := seconds * float64(time.Second)
	if !(length >= 1 && length < math.MaxInt64) {
		return 0, false
	}
	return time.Duration(math.Round(length)), true
}

// quote formats a value for an error message. It shortens long strings. For an object or list, it returns only the type.
func quote(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case Sensitive:
		return SensitiveText
	case string:
		return strconv.Quote(shorten(v, 60))
	case *big.Float:
		return v.Text('g', 10)
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	default:
		return shorten(fmt.Sprint(v), 60)
	}
}

// shorten truncates a string to at most the given number of characters. A truncated string ends with "…".
func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
