// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The members of an alert come as an engine answers them or as a configuration declares them: numbers in many types, references as
// objects or as the plain id.

func list(v any) []any {
	elements, _ := v.([]any)
	return elements
}

func object(v any) map[string]any {
	members, _ := v.(map[string]any)
	return members
}

func text(v any) string {
	t, _ := v.(string)
	return t
}

func isEmpty(v any) bool { return v == nil || v == "" }

// referred is the id of a reference.
func referred(v any) string {
	if members := object(v); members != nil {
		return text(members["id"])
	}
	return text(v)
}

// number is the nearest float64 of a number or of a text that is one; false where there is none that is finite.
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
	case string:
		parsed, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		if err != nil || strings.ContainsAny(v, "xXpP_nN") { // what Go alone calls a number
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

// duration is a length of time above 0: a number of seconds, or a text such as "5m" or "1h 30m" (quirk 100).
func duration(v any) (time.Duration, bool) {
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

// ParseDuration reads a length of time above 0: a number of seconds, or a text such as "10s", "5m" or "1h 30m".
func ParseDuration(v any) (time.Duration, bool) { return duration(v) }

// quoted writes a value into a message, a long one in short.
func quoted(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(shortened(v, 60))
	case *big.Float:
		return v.Text('g', 10)
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	default:
		return shortened(fmt.Sprint(v), 60)
	}
}

// shortened has at most so many characters of a text.
func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
