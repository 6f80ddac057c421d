// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
)

const maxShown = 60

func quote(text string) string {
	if len(text) > maxShown {
		return strconv.Quote(text[:maxShown]) + "..."
	}
	return strconv.Quote(text)
}

func parseTime(text string) (time.Time, bool) {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil { // the usual format, which time.Parse parses fastest
		return at.UTC(), true
	}
	at, ok := instant.Parse(text)
	return at.UTC(), ok
}

func notATime(text string) error {
	return fmt.Errorf("%s is not an ISO 8601 time such as 2026-01-01T00:00:00Z", quote(text))
}

// parseNumber parses a decimal number. It rejects a number that is too large for a float64, such as 1e999. The error does not contain the
// number, which may be a secret.
func parseNumber(text string) (float64, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, errors.New("the number is too large; want one from -1.79e308 to 1.79e308")
	}
	return number, nil
}

// parseCell parses a CSV cell. "7.5" becomes a float64, "true" and "false" become a bool, and anything else stays a string.
func parseCell(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity":
		return nil, fmt.Errorf("%s is not a number; leave the cell empty if there is no value", quote(text))
	}
	if isNumber(text) {
		return parseNumber(text)
	}
	return text, nil
}

// isNumber reports whether a string is a decimal number such as -7.5e3. Unlike strconv.ParseFloat, it rejects 0x1p-2 and NaN.
func isNumber(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && !strings.ContainsRune("+-.eE", r) {
			return false
		}
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
