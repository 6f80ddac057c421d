// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"math/big"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// TextOrNumber returns an optional attribute for a "string or number" of the interface document: 5 or "5"; the provider sends 5. meaning
// defines which strings are equal.
func TextOrNumber(description string, meaning NumericMeaning, validators ...validator.String) schema.StringAttribute {
	return Text(description, append(validators, meaning)...)
}

// NumericMeaning defines which number a string means, such as 300 for "5m", for package lens.
type NumericMeaning struct {
	anyText
	number func(text string) (*big.Float, bool)
	split  func(text string) (number, unit string) // splits off a unit that is not a part of the meaning; may be nil
}

// Seconds reads durations: "300" and "5m" are equal (quirk 100 in quirks.go).
func Seconds() NumericMeaning { return NumericMeaning{number: secondsOf} }

// RateValue reads the number in a rate. An engine may return "5m" for 5 minutes, so "5m" equals 5 (quirk 102 in quirks.go). "5h" equals 5
// too, so package check rejects units that differ from rate_unit. Only the number is sent: otherwise an engine could keep "5m" when
// rate_unit changes.
func RateValue() NumericMeaning {
	return NumericMeaning{number: rateOf, split: SplitRate}
}

// NumberText returns a validator for the range of strings that are numbers.
func NumberText(numbers NumberRange) TextNumber { return TextNumber{numbers: numbers} }

// TextNumber accepts numbers in a range, and all strings that are not numbers.
type TextNumber struct {
	oneValue
	numbers NumberRange
}

func (c TextNumber) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if n, ok := document.Number(req.ConfigValue.ValueString()); ok {
		c.numbers.check(req.Path, n, &resp.Diagnostics)
	}
}

// Number returns the number that a string means, if it means one.
func (m NumericMeaning) Number(text string) (*big.Float, bool) { return m.number(text) }

func (m NumericMeaning) SetTextRules(rules *lens.TextRules) {
	rules.Equal, rules.Canonical, rules.IsNumeric = m.EqualTexts, m.Canonical, true
	if m.split != nil {
		rules.Sent = func(declared string) string {
			number, _ := m.split(declared)
			return number
		}
	}
}

// EqualTexts reports whether both strings mean the same number, and their units do not differ.
func (m NumericMeaning) EqualTexts(engine, declared string) bool {
	x, ok := m.number(engine)
	y, also := m.number(declared)
	return ok && also && document.SameNumber(x, y) && !m.unitsDiffer(engine, declared)
}

func (m NumericMeaning) unitsDiffer(a, b string) bool {
	if m.split == nil {
		return false
	}
	_, x := m.split(a)
	_, y := m.split(b)
	return x != "" && y != "" && x != y
}

// Canonical returns the engine's number as a configuration would write it, for example 5 for 5.0.
func (m NumericMeaning) Canonical(engine string) string {
	if n, ok := document.Number(engine); ok {
		return document.FromNumber(n).String()
	}
	return engine
}

var (
	timeForm = regexp.MustCompile(`^(\d+(\.\d+)?\s*(ms|[smhdw])\s*)+$`) // without months and years, whose length varies
	timePart = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*(ms|[smhdw])`)
	rateForm = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*([mhd])$`)
)

// secondsOf parses a number of seconds or a duration: "1h 30m" becomes 5400.
func secondsOf(text string) (*big.Float, bool) {
	if n, ok := document.Number(text); ok || !timeForm.MatchString(text) {
		return n, ok
	}
	sum := new(big.Float).SetPrec(document.Precision)
	for _, part := range timePart.FindAllStringSubmatch(text, -1) {
		count, ok := document.Number(part[1])
		if !ok {
			return nil, false
		}
		length := map[string]float64{"ms": 1, "s": 1e3, "m": 60e3, "h": 3600e3, "d": 86400e3, "w": 7 * 86400e3}[part[2]]
		sum.Add(sum, count.Mul(count, big.NewFloat(length)))
	}
	return sum.Quo(sum, big.NewFloat(1000)), true
}

// SplitRate splits "5m" into "5" and "minute". It returns other strings unchanged, without a unit.
func SplitRate(text string) (number, unit string) {
	found := rateForm.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return text, ""
	}
	return found[1], map[string]string{"m": "minute", "h": "hour", "d": "day"}[found[2]]
}

func rateOf(text string) (*big.Float, bool) {
	number, _ := SplitRate(text)
	return document.Number(number)
}
