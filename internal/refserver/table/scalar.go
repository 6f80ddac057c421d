// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// checkScalar validates a string, number or boolean and returns the value to store, or an error message for the client.
func checkScalar(field *Field, value any) (checked any, message string) {
	switch field.Type {
	case String:
		text, ok := value.(string)
		if !ok {
			return nil, "Must be a string."
		}
		return text, checkText(field, text)
	case Text:
		switch v := value.(type) {
		case string:
			if number, ok := asNumber(v); ok && field.NumericText {
				return number, ""
			}
			return v, checkText(field, v)
		case json.Number:
			return v, ""
		}
		return nil, "Must be a string or a number."
	case Boolean:
		if _, ok := value.(bool); !ok {
			return nil, "Must be true or false."
		}
		return value, ""
	case Integer, Number:
		return checkNumber(field, value)
	default: // A field of type JSON accepts any value.
		return value, ""
	}
}

func checkText(field *Field, text string) (message string) {
	if field.MaxLength > 0 && utf8.RuneCountInString(text) > field.MaxLength {
		return fmt.Sprintf("Must have at most %d characters.", field.MaxLength)
	}
	if field.OneOf == nil {
		return ""
	}
	allowed := slices.ContainsFunc(field.OneOf, func(one string) bool {
		return one == text || field.AnyCase && strings.EqualFold(one, text)
	})
	if !allowed {
		return "Must be one of: " + strings.Join(field.OneOf, ", ") + "."
	}
	return ""
}

// checkNumber validates a number and returns the value to store, or an error message for the client. If field.NumericText is true, a string
// such as "5" is also valid and is stored as a number (quirk 13 in quirks.go).
func checkNumber(field *Field, value any) (checked any, message string) {
	message = "Must be a number."
	if field.Type == Integer {
		message = "Must be an integer."
	}
	number, ok := value.(json.Number)
	if text, isText := value.(string); isText && field.NumericText {
		number, ok = asNumber(text)
	}
	if !ok {
		return nil, message
	}
	amount, ok := document.Number(number)
	if _, err := number.Float64(); err != nil || !ok {
		return nil, message
	}
	if field.Type == Integer {
		whole, accuracy := amount.Int64() // Integers have 64 bits (quirk 189).
		if accuracy != big.Exact {
			return nil, message
		}
		number = json.Number(strconv.FormatInt(whole, 10))
	}
	switch {
	case field.Min != nil && amount.Cmp(new(big.Float).SetInt64(*field.Min)) < 0:
		return nil, fmt.Sprintf("Must be at least %d.", *field.Min)
	case field.Max != nil && amount.Cmp(new(big.Float).SetInt64(*field.Max)) > 0:
		return nil, fmt.Sprintf("Must be at most %d.", *field.Max)
	}
	return number, ""
}

// asNumber converts a string such as "5" to a number. It returns false if the string is not a JSON number.
func asNumber(text string) (json.Number, bool) {
	text = strings.TrimSpace(text)
	number := text != "" && strings.ContainsRune("-0123456789", rune(text[0])) && json.Valid([]byte(text))
	return json.Number(text), number
}
