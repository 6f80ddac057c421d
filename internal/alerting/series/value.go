// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
)

// maxShown is how many bytes of a wrong text an error quotes.
const maxShown = 60

// shown quotes a text and shortens a long one.
func shown(text string) string {
	if len(text) > maxShown {
		return strconv.Quote(text[:maxShown]) + "..."
	}
	return strconv.Quote(text)
}

// parseTime parses a time. A time without an offset is UTC.
func parseTime(text string) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil { // the usual notation
		return at.UTC(), nil
	}
	at, ok := instant.Parse(text)
	if !ok {
		return time.Time{}, fmt.Errorf("%s is not an ISO 8601 time such as 2026-01-01T00:00:00Z", shown(text))
	}
	return at.UTC(), nil
}

// parseStep parses the step of the short form, the time between two values.
func parseStep(text string) (time.Duration, error) {
	step, ok := rehearsal.ParseDuration(text)
	if !ok {
		return 0, fmt.Errorf(`%s is neither a duration above 0 such as "10s", "1m" or "1d" nor a number of seconds`, shown(text))
	}
	return positive(step)
}

// parseSeconds parses a step that is a number of seconds.
func parseSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds > float64(maxStep/time.Second) {
		return 0, errors.New("a step has at most 366 days")
	}
	return positive(time.Duration(seconds * float64(time.Second)))
}

// maxStep prevents an overflow when steps are added to a time.
const maxStep = 366 * 24 * time.Hour

func positive(step time.Duration) (time.Duration, error) {
	switch {
	case step <= 0:
		return 0, errors.New("a step must be above 0")
	case step > maxStep:
		return 0, errors.New("a step has at most 366 days")
	}
	return step, nil
}

// parseNumber parses a number. Numbers that overflow float64 are refused.
func parseNumber(text string) (float64, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is larger than a number can be", shown(text))
	}
	return number, nil
}

// parseCell parses a CSV value: a number, true, false, or otherwise a text.
func parseCell(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity":
		return nil, fmt.Errorf("%s is not a number; leave the cell empty if there is no value", shown(text))
	}
	if isNumber(text) {
		return parseNumber(text)
	}
	return text, nil
}

// isNumber reports whether a text is a decimal number. strconv also accepts other notations such as hexadecimal.
func isNumber(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && !strings.ContainsRune("+-.eE", r) {
			return false
		}
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
