// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// NumberRange is a validator for integers between two limits, or for numbers above a limit.
type NumberRange struct {
	Undescribed
	least, greatest int64
	fractions       bool // accept fractions, but only numbers greater than least
	usuallyWithin   bool // only warn about numbers outside the limits, because the documentation doesn't state them
	usuallyInteger  bool // only warn about fractions, because the documentation doesn't rule them out
}

// AnyInteger returns a validator for integers.
func AnyInteger() NumberRange { return NumberRange{least: math.MinInt64, greatest: math.MaxInt64} }

// AtLeast returns a validator for integers greater than or equal to least.
func AtLeast(least int64) NumberRange { return NumberRange{least: least, greatest: math.MaxInt64} }

// Between returns a validator for integers from least to greatest.
func Between(least, greatest int64) NumberRange {
	return NumberRange{least: least, greatest: greatest}
}

// Above returns a validator for numbers greater than bound.
func Above(bound int64) NumberRange {
	return NumberRange{least: bound, greatest: math.MaxInt64, fractions: true}
}

// UsuallyWithin returns a validator that warns about numbers outside the limits instead of rejecting them (quirk 143 in quirks.go).
func (r NumberRange) UsuallyWithin() NumberRange {
	r.usuallyWithin = true
	return r
}

// UsuallyInteger returns a validator that warns about fractions instead of rejecting them (quirk 154 in quirks.go).
func (r NumberRange) UsuallyInteger() NumberRange {
	r.usuallyInteger = true
	return r
}

// Usually combines UsuallyWithin and UsuallyInteger.
func (r NumberRange) Usually() NumberRange { return r.UsuallyWithin().UsuallyInteger() }

// Has reports whether a number is valid.
func (r NumberRange) Has(n *big.Float) bool { return r.isWithin(n) && (r.fractions || n.IsInt()) }

func (r NumberRange) isWithin(n *big.Float) bool {
	least := n.Cmp(new(big.Float).SetInt64(r.least))
	switch {
	case r.fractions:
		return least > 0
	case r.least != math.MinInt64 && least < 0:
		return false
	default:
		return r.greatest == math.MaxInt64 || n.Cmp(new(big.Float).SetInt64(r.greatest)) <= 0
	}
}

// String describes the range for a message, for example "an integer from 1 to 20".
func (r NumberRange) String() string {
	switch {
	case r.fractions:
		return fmt.Sprintf("a number above %d", r.least)
	case r.least == math.MinInt64:
		return "an integer"
	case r.greatest == math.MaxInt64:
		return fmt.Sprintf("an integer, %d or more", r.least)
	default:
		return fmt.Sprintf("an integer from %d to %d", r.least, r.greatest)
	}
}

func (r NumberRange) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		r.check(req.Path, req.ConfigValue.ValueBigFloat(), &resp.Diagnostics)
	}
}

func (r NumberRange) check(at path.Path, n *big.Float, diags *diag.Diagnostics) {
	if !r.Has(n) {
		isOpen := (r.usuallyWithin || r.isWithin(n)) && (r.usuallyInteger || r.fractions || n.IsInt())
		report(diags, isOpen, at, "Number out of range", Digits(n), r.String())
	}
}

// Digits formats a number as a user would write it, such as 5 instead of 5.0. It rounds long numbers to 10 digits.
func Digits(n *big.Float) string {
	const most = 24
	if text := n.Text('f', -1); len(text) <= most {
		return text
	}
	return n.Text('g', 10)
}
