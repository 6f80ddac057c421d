// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Precision is the precision of Terraform's numbers in bits. With it, a number from a document equals the same number in a configuration.
const Precision = 512

// Limits of a number. Parsing longer numbers or larger exponents can take minutes, and Terraform could not represent the numbers exactly.
const (
	mostDigits   = 1000
	mostExponent = 1 << 15 // binary: about 1e±9864
)

// Number parses a JSON number or a numeric text (wire shapes sections 3 and 7). ok is false for other values and for numbers beyond the
// limits.
func Number(doc any) (*big.Float, bool) {
	var digits string
	switch doc := doc.(type) {
	case json.Number:
		digits = doc.String()
	case string:
		digits = strings.TrimSpace(doc)
	default:
		return nil, false
	}
	if len(digits) == 0 || len(digits) > mostDigits || strings.ContainsAny(digits, "xXpPoObB_iInN") { // only finite decimal numbers
		return nil, false
	}
	f, _, err := big.ParseFloat(digits, 10, Precision, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > mostExponent || f.MantExp(nil) < -mostExponent {
		return nil, false
	}
	return f, true
}

// SameNumber reports whether two numbers are equal. Fractions are also equal if they round to the same float64, because most JSON engines
// store float64.
func SameNumber(a, b *big.Float) bool {
	if a.Cmp(b) == 0 {
		return true
	}
	if a.IsInt() && b.IsInt() {
		return false
	}
	x, _ := a.Float64()
	y, _ := b.Float64()
	return x == y
}

// FromNumber converts a number to JSON. Integers of moderate size are written without an exponent.
func FromNumber(f *big.Float) json.Number {
	if f.IsInt() || f.Prec() > 53 {
		// Text('g', -1) writes the shortest digits that are exact at the number's precision, and they are read at Terraform's. A fraction
		// with the precision of a float64 stays: SameNumber compares it as a float64.
		f = new(big.Float).SetPrec(Precision).Set(f)
	}
	if f.IsInt() && f.MantExp(nil) <= Precision {
		return json.Number(f.Text('f', 0))
	}
	return json.Number(f.Text('g', -1))
}
