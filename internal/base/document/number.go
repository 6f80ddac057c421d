// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Precision is the number of bits with which Terraform parses numbers. With the same precision, 0.1 in a document equals 0.1 in a
// configuration.
const Precision = 512

// maxDigits and maxExponent limit the numbers that Number accepts. Parsing a larger number can take minutes, and Terraform could not
// represent it exactly.
const (
	maxDigits   = 1000
	maxExponent = 1 << 15 // in base 2; about 1e±9864 in decimal
)

// Number parses a JSON number or a string such as "5" (interface document, sections 3 and 7 of "Wire shapes"). It returns false for
// anything else, for numbers with more than 1,000 digits, and for numbers with a decimal exponent beyond about ±9,864.
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
	if len(digits) == 0 || len(digits) > maxDigits || strings.ContainsAny(digits, "xXpPoObB_iInN") { // accept only finite decimal numbers
		return nil, false
	}
	f, _, err := big.ParseFloat(digits, 10, Precision, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > maxExponent || f.MantExp(nil) < -maxExponent {
		return nil, false
	}
	return f, true
}

// SameNumber reports whether two numbers are equal. It compares fractions as float64, because most engines store numbers as float64.
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

// FromNumber converts a number to JSON. It writes integers of up to 512 bits without an exponent.
func FromNumber(f *big.Float) json.Number {
	if f.IsInt() || f.Prec() > 53 {
		// Number parses with Precision bits. If f has fewer bits, Text might return so few digits that Number would parse them as a
		// different value. Therefore, increase the precision first. Fractions of at most 53 bits don't need this, because SameNumber
		// compares them as float64.
		f = new(big.Float).SetPrec(Precision).Set(f)
	}
	if f.IsInt() && f.MantExp(nil) <= Precision {
		return json.Number(f.Text('f', 0))
	}
	return json.Number(f.Text('g', -1))
}
