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

// TextOrNumber returns an attribute for a field that the interface calls "string or number". Terraform converts a number in the
// configuration to a text, and the provider sends a numeric text as a number. meaning decides which texts are equal.
func TextOrNumber(description string, meaning NumericMeaning, validators ...validator.String) schema.StringAttribute {
	return Text(description, append(validators, meaning)...)
}

// NumericMeaning defines which numbers the texts of a TextOrNumber mean. It accepts every text.
type NumericMeaning struct {
	anyText
	number func(text string) (*big.Float, bool)
}

// Seconds compares numbers of seconds with texts such as "5m", which means 300 (quirk 100).
func Seconds() NumericMeaning { return NumericMeaning{number: secondsOf} }

// RateValue compares the numbers of a rate. The engine may answer them with the unit of the rate (quirk 102).
func RateValue() NumericMeaning { return NumericMeaning{number: rateOf} }

// NumberText returns a validator for texts that are numbers. It accepts other texts.
func NumberText(numbers NumberRange) TextNumber { return TextNumber{numbers: numbers} }

// TextNumber accepts texts that are numbers in a range, and texts that are not numbers.
type TextNumber struct {
	oneValue
	numbers NumberRange
}

// ValidateString implements validator.String.
func (c TextNumber) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if n, ok := document.Number(req.ConfigValue.ValueString()); ok {
		c.numbers.check(req.Path, n, &resp.Diagnostics)
	}
}

// Number returns the number that a text means, if any.
func (m NumericMeaning) Number(text string) (*big.Float, bool) { return m.number(text) }

// SetTextRules implements lens.TextRuler.
func (m NumericMeaning) SetTextRules(rules *lens.TextRules) {
	rules.Equal, rules.Spelling, rules.IsNumeric = m.EqualTexts, m.Spelling, true
}

// EqualTexts reports whether two texts mean the same number.
func (m NumericMeaning) EqualTexts(engine, declared string) bool {
	x, ok := m.number(engine)
	y, also := m.number(declared)
	return ok && also && document.SameNumber(x, y)
}

// Spelling returns a number in a configuration's notation: 5 for 5.0.
func (m NumericMeaning) Spelling(engine string) string {
	if n, ok := document.Number(engine); ok {
		return document.FromNumber(n).String()
	}
	return engine
}

var (
	timeForm = regexp.MustCompile(`^(\d+(\.\d+)?\s*(ms|[smhdw])\s*)+$`) // without months and years, whose length varies
	timePart = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*(ms|[smhdw])`)
	rateForm = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*[mhd]$`)
)

// secondsOf parses a length of time and returns it in seconds.
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

// rateOf parses the number of a rate, with or without its unit.
func rateOf(text string) (*big.Float, bool) {
	if found := rateForm.FindStringSubmatch(strings.TrimSpace(text)); found != nil {
		text = found[1]
	}
	return document.Number(text)
}
