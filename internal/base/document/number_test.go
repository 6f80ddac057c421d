// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

func TestNumbersWithinBounds(t *testing.T) {
	for digits, want := range map[string]string{
		"0": "0", "-0": "-0", "1e3": "1000", "1.50": "1.5", "+5": "5", "-0.1": "-0.1",
		"1e400":                               "1e+400",
		"1E-400":                              "1e-400",
		"18446744073709551617":                "18446744073709551617",
		"0.30000000000000004":                 "0.30000000000000004",
		strings.Repeat("9", 154):              strings.Repeat("9", 154),
		"1" + strings.Repeat("0", 1<<9):       "1e+512",
		"0." + strings.Repeat("0", 900) + "1": "1e-901",
	} {
		f, ok := Number(json.Number(digits))
		if !ok {
			t.Errorf("%s is no number", digits)
			continue
		}
		if got := FromNumber(f).String(); got != want {
			t.Errorf("%s is written as %s, want %s", digits, got, want)
		}
	}
}

// TestNumbersOutOfBoundsAreNone checks that Number rejects strings that are not decimal numbers. It must also reject numbers such as
// 1e999999999, which would take minutes to write out.
func TestNumbersOutOfBoundsAreNone(t *testing.T) {
	for _, digits := range []string{
		"", " ", "x", "0x10", "0b1", "0o7", "1_000", "1p4", "Inf", "-inf", "NaN", "1e", "e1", "--1", "1 2", "٣",
		"1e999999999", "-1e999999999", "1e400000000", "1e2147483647", "1e99999999999999999999", "1e-400000000",
		strings.Repeat("1", maxDigits+1), "0." + strings.Repeat("1", 10_000_000),
	} {
		if f, ok := Number(digits); ok {
			t.Errorf("%.40s is read as %s", digits, f.Text('g', 10))
		}
	}
}

func TestNumbersOf64BitsAreWrittenShort(t *testing.T) {
	for _, f := range []*big.Float{big.NewFloat(0.1), big.NewFloat(-2.5e-7)} {
		if want := json.Number(f.Text('g', -1)); FromNumber(f) != want {
			t.Errorf("%s is written as %s", want, FromNumber(f))
		}
	}
}

func TestNumbersThatDifferBeyond64BitsAreTheSameOnlyAsFractions(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"0.1", "0.1000000000000000055511151231257827", true},
		{"0.1", "0.10000000000000002", false},
		{"9007199254740993", "9007199254740992", false},
		{"1e400", "1e401", false},
		{"1e400", "1E+400", true},
		{"-0", "0", true},
	} {
		a, _ := Number(json.Number(c.a))
		b, _ := Number(json.Number(c.b))
		if SameNumber(a, b) != c.same || SameNumber(b, a) != c.same {
			t.Errorf("%s and %s are the same: %v", c.a, c.b, !c.same)
		}
	}
}
