// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/rehearsal"
)

// maxShown is how much of a wrong text an error quotes.
const maxShown = 60

// shown quotes a text, cut where it is long.
func shown(text string) string {
	if len(text) > maxShown {
		return strconv.Quote(text[:maxShown]) + "..."
	}
	return strconv.Quote(text)
}

// parseTime reads a time; one without an offset is UTC.
func parseTime(text string) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil { // as nearly all are written
		return at.UTC(), nil
	}
	at, ok := instant.Parse(text)
	if !ok {
		return time.Time{}, fmt.Errorf("%s is no ISO 8601 time such as 2026-01-01T00:00:00Z", shown(text))
	}
	return at.UTC(), nil
}

// parseStep reads the distance between two values of the short form.
func parseStep(text string) (time.Duration, error) {
	step, ok := rehearsal.ParseDuration(text)
	if !ok {
		return 0, fmt.Errorf(`%s is no duration above 0 such as "10s", "1m" or "1d", and no number of seconds`, shown(text))
	}
	return positive(step)
}

// parseSeconds reads the same from a number.
func parseSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds > float64(maxStep/time.Second) {
		return 0, errors.New("a step has at most 366 days")
	}
	return positive(time.Duration(seconds * float64(time.Second)))
}

// maxStep keeps a time that is counted in steps from running over unseen.
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

// parseNumber reads a number. Those that JSON can't have are refused: they stand for "no value", which is said by leaving it out.
func parseNumber(text string) (float64, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is larger than a number can be", shown(text))
	}
	return number, nil
}

// parseCell reads a value of a CSV file: a number, true or false, else a text.
func parseCell(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity":
		return nil, fmt.Errorf("%s is no number; where there is no value, leave it empty", shown(text))
	}
	if isNumber(text) {
		return parseNumber(text)
	}
	return text, nil
}

// isNumber tells whether the text is a decimal number: what else strconv takes (hexadecimal ones) is a text.
func isNumber(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && !strings.ContainsRune("+-.eE", r) {
			return false
		}
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
