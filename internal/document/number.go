// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Precision is that of Terraform's own numbers in bits, so that a number read from a document equals the one of a
// configuration.
const Precision = 512

// Reading a number that is longer or further from 1 than this can take minutes; Terraform could not hold it exactly either.
const (
	mostDigits   = 1000
	mostExponent = 1 << 15 // binary: about 1e±9864
)

// Number reads a number from a document; numeric text is one too (wire shapes sections 3 and 7). What is out of bounds is
// no number.
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
	if len(digits) == 0 || len(digits) > mostDigits || strings.ContainsAny(digits, "xXpPoObB_iInN") { // decimal digits only, no Inf or NaN
		return nil, false
	}
	f, _, err := big.ParseFloat(digits, 10, Precision, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > mostExponent || f.MantExp(nil) < -mostExponent {
		return nil, false
	}
	return f, true
}

// SameNumber compares exactly, and fractions also as the 64-bit numbers that most JSON engines keep.
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

// FromNumber writes a number for a document. Only integers of moderate size are written without an exponent.
func FromNumber(f *big.Float) json.Number {
	if f.IsInt() || f.Prec() > 53 {
		// The shortest digits are exact for the precision at hand only, and reading them has Terraform's; fractions of 64-bit
		// numbers are compared as such.
		f = new(big.Float).SetPrec(Precision).Set(f)
	}
	if f.IsInt() && f.MantExp(nil) <= Precision {
		return json.Number(f.Text('f', 0))
	}
	return json.Number(f.Text('g', -1))
}
