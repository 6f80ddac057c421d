// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// numberRange accepts the numbers of a range: whole ones with both ends, or all those above a bound.
type numberRange struct {
	least, greatest int64
	fractions       bool // least is not in the range, but every number above it
}

// atLeast accepts whole numbers from least on.
func atLeast(least int64) numberRange { return numberRange{least: least, greatest: math.MaxInt64} }

// between accepts whole numbers from least to greatest.
func between(least, greatest int64) numberRange {
	return numberRange{least: least, greatest: greatest}
}

// above accepts every number above a bound, fractions too.
func above(bound int64) numberRange {
	return numberRange{least: bound, greatest: math.MaxInt64, fractions: true}
}

func (r numberRange) has(n *big.Float) bool {
	least := n.Cmp(new(big.Float).SetInt64(r.least))
	if r.fractions {
		return least > 0
	}
	isWithin := r.greatest == math.MaxInt64 || n.Cmp(new(big.Float).SetInt64(r.greatest)) <= 0
	return n.IsInt() && least >= 0 && isWithin
}

// whole is the number of a part of a configuration. It is false unless the number is known, whole and in the range.
func (r numberRange) whole(p part) (int64, bool) {
	n := p.number()
	if n == nil || !r.has(n) {
		return 0, false
	}
	whole, accuracy := n.Int64()
	return whole, accuracy == big.Exact
}

func (r numberRange) String() string {
	switch {
	case r.fractions:
		return fmt.Sprintf("a number above %d", r.least)
	case r.greatest == math.MaxInt64:
		return fmt.Sprintf("a whole number, %d or more", r.least)
	default:
		return fmt.Sprintf("a whole number from %d to %d", r.least, r.greatest)
	}
}

// ValidateInt64 implements validator.Int64.
func (r numberRange) ValidateInt64(_ context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		r.check(req.Path, new(big.Float).SetInt64(req.ConfigValue.ValueInt64()), &resp.Diagnostics)
	}
}

// ValidateNumber implements validator.Number.
func (r numberRange) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		r.check(req.Path, req.ConfigValue.ValueBigFloat(), &resp.Diagnostics)
	}
}

func (r numberRange) check(at path.Path, n *big.Float, diags *diag.Diagnostics) {
	if !r.has(n) {
		diags.AddAttributeError(at, "Number out of range", fmt.Sprintf("%s is %s, but it has to be %s.", at, digits(n), r))
	}
}

// digits writes a number as a configuration does.
func digits(n *big.Float) string { return n.Text('f', -1) }

// Description implements validator.Describer.
func (r numberRange) Description(context.Context) string { return r.String() }

// MarkdownDescription implements validator.Describer.
func (r numberRange) MarkdownDescription(context.Context) string { return r.String() }
