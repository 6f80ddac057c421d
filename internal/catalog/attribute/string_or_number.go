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

// StringOrNumber returns an optional attribute for a field whose type is "string or number" in the interface document. A configuration can
// declare 5 or "5", and the provider sends the number 5 in both cases. The NumericMeaning defines which strings count as equal.
func StringOrNumber(description string, meaning NumericMeaning, validators ...validator.String) schema.StringAttribute {
	return String(description, append(validators, meaning)...)
}

// NumericMeaning defines which number a string represents, such as 300 for "5m". Package lens uses it to compare strings.
type NumericMeaning struct {
	anyString
	number func(text string) (*big.Float, bool)
	split  func(text string) (number, unit string) // splits a rate such as "5m"; nil if the meaning is not a rate
}

// Seconds returns the NumericMeaning of durations: a number of seconds. For example, "300" and "5m" are equal (quirk 100 in quirks.go).
func Seconds() NumericMeaning { return NumericMeaning{number: secondsOf} }

// RateValue returns the NumericMeaning of rate values: the number without its unit. "5m" equals 5, because an engine may return "5m" for 5
// minutes (quirk 102 in quirks.go). Package check reports a unit that contradicts rate_unit. Requests contain only the number. Otherwise,
// when rate_unit changes, an engine might still use the m in "5m".
func RateValue() NumericMeaning {
	return NumericMeaning{number: rateOf, split: SplitRate}
}

// NumberString is a validator for strings. It applies the NumberRange to strings that are numbers, and accepts all other strings.
type NumberString struct{ NumberRange }

// ValidateString implements validator.String.
func (c NumberString) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if n, ok := document.Number(req.ConfigValue.ValueString()); ok {
		c.check(req.Path, n, &resp.Diagnostics)
	}
}

// Number returns the number that a string represents. It returns false if the string does not represent a number.
func (m NumericMeaning) Number(text string) (*big.Float, bool) { return m.number(text) }

func (m NumericMeaning) SetStringRules(rules *lens.StringRules) {
	rules.Equal, rules.Canonical, rules.IsNumeric = m.EqualStrings, m.Canonical, true
	if m.split != nil {
		rules.Sent = func(declared string) string {
			number, _ := m.split(declared)
			return number
		}
	}
}

// EqualStrings reports whether both strings represent the same number. If both are rates with a unit, the units must be equal too.
func (m NumericMeaning) EqualStrings(engine, declared string) bool {
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

// Canonical returns the engine's number as a user would write it, such as 5 for 5.0.
func (m NumericMeaning) Canonical(engine string) string {
	if n, ok := document.Number(engine); ok {
		return document.FromNumber(n).String()
	}
	return engine
}

var (
	timeForm = regexp.MustCompile(`^(\d+(\.\d+)?\s*(ms|[smhdw])\s*)+$`) // without months and years, whose lengths vary
	timePart = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*(ms|[smhdw])`)
	rateForm = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*([mhd])$`)
)

// secondsOf parses a number of seconds or a duration. For example, it returns 5400 for "1h 30m".
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

// SplitRate splits a rate into a number and a unit, such as "5m" into "5" and "minute". It returns any other string with an empty unit.
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
