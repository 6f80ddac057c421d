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

// NumberRange accepts the numbers of a range: whole ones with both ends, or all those above a bound.
type NumberRange struct {
	least, greatest int64
	fractions       bool // least is not in the range, but every number above it
}

// AtLeast accepts whole numbers from least on.
func AtLeast(least int64) NumberRange { return NumberRange{least: least, greatest: math.MaxInt64} }

// Between accepts whole numbers from least to greatest.
func Between(least, greatest int64) NumberRange {
	return NumberRange{least: least, greatest: greatest}
}

// Above accepts every number above a bound, fractions too.
func Above(bound int64) NumberRange {
	return NumberRange{least: bound, greatest: math.MaxInt64, fractions: true}
}

// Has tells whether a number is in the range.
func (r NumberRange) Has(n *big.Float) bool {
	least := n.Cmp(new(big.Float).SetInt64(r.least))
	if r.fractions {
		return least > 0
	}
	isWithin := r.greatest == math.MaxInt64 || n.Cmp(new(big.Float).SetInt64(r.greatest)) <= 0
	return n.IsInt() && least >= 0 && isWithin
}

// String describes the numbers of the range.
func (r NumberRange) String() string {
	switch {
	case r.fractions:
		return fmt.Sprintf("a number above %d", r.least)
	case r.greatest == math.MaxInt64:
		return fmt.Sprintf("a whole number, %d or more", r.least)
	default:
		return fmt.Sprintf("a whole number from %d to %d", r.least, r.greatest)
	}
}

// LooksAtOneValue implements OneValue.
func (NumberRange) LooksAtOneValue() {}

// ValidateInt64 implements validator.Int64.
func (r NumberRange) ValidateInt64(_ context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		r.check(req.Path, new(big.Float).SetInt64(req.ConfigValue.ValueInt64()), &resp.Diagnostics)
	}
}

// ValidateNumber implements validator.Number.
func (r NumberRange) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		r.check(req.Path, req.ConfigValue.ValueBigFloat(), &resp.Diagnostics)
	}
}

func (r NumberRange) check(at path.Path, n *big.Float, diags *diag.Diagnostics) {
	if !r.Has(n) {
		diags.AddAttributeError(at, "Number out of range", fmt.Sprintf("%s is %s, but it has to be %s.", at, Digits(n), r))
	}
}

// Digits writes a number as a configuration does.
func Digits(n *big.Float) string { return n.Text('f', -1) }

// Description implements validator.Describer.
func (r NumberRange) Description(context.Context) string { return r.String() }

// MarkdownDescription implements validator.Describer.
func (r NumberRange) MarkdownDescription(context.Context) string { return r.String() }
