// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestNumberRanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		numbers     NumberRange
		in, out     []string
		description string
	}{
		{AtLeast(1), []string{"1", "20", "1e30"}, []string{"0", "-1", "1.5", "0.999999999999999999999"}, "an integer, 1 or more"},
		{Between(0, 20), []string{"0", "7", "20"}, []string{"-1", "21", "2.5", "20.0000000000000000001"}, "an integer from 0 to 20"},
		{Above(0), []string{"0.001", "1", "1e30"}, []string{"0", "-0.001"}, "a number above 0"},
	} {
		for _, digits := range c.in {
			if !c.numbers.Has(bigNumber(t, digits)) {
				t.Errorf("%s is not %s", digits, c.numbers)
			}
		}
		for _, digits := range c.out {
			if c.numbers.Has(bigNumber(t, digits)) {
				t.Errorf("%s is %s", digits, c.numbers)
			}
		}
		if got := c.numbers.String(); got != c.description {
			t.Errorf("the range is %q, want %q", got, c.description)
		}
	}
}

// TestUsualNumbers checks that UsuallyWithin turns errors about the limits into warnings, and that UsuallyInteger does the same for errors
// about fractions. Numbers that break any other rule must still cause errors.
func TestUsualNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		numbers NumberRange
		digits  string
		want    diag.Severity
	}{
		{AtLeast(1), "0", diag.SeverityError},
		{AtLeast(1), "1.5", diag.SeverityError},
		{AtLeast(1).UsuallyWithin(), "0", diag.SeverityWarning},
		{AtLeast(1).UsuallyWithin(), "1.5", diag.SeverityError},
		{AtLeast(1).UsuallyWithin(), "0.5", diag.SeverityError},
		{AtLeast(1).UsuallyInteger(), "1.5", diag.SeverityWarning},
		{AtLeast(1).UsuallyInteger(), "0", diag.SeverityError},
		{AtLeast(1).Usually(), "-0.5", diag.SeverityWarning},
		{Above(0).Usually(), "-1", diag.SeverityWarning},
		{AnyInteger(), "-1e30", diag.SeverityInvalid},
		{AnyInteger(), "1e-30", diag.SeverityError},
	} {
		var resp validator.NumberResponse
		c.numbers.ValidateNumber(t.Context(), validator.NumberRequest{ConfigValue: types.NumberValue(bigNumber(t, c.digits))}, &resp)
		got := diag.SeverityInvalid
		for _, d := range resp.Diagnostics {
			got = d.Severity()
		}
		if got != c.want {
			t.Errorf("%s for %s: got %s, want %s", c.digits, c.numbers, got, c.want)
		}
	}
}

// TestDigits checks that messages contain numbers in the form that users write, such as 5 instead of 5.0.
func TestDigits(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"0", "-3", "0.1", "20000000", "2.5"} {
		if got := Digits(bigNumber(t, written)); got != written {
			t.Errorf("%s becomes %s", written, got)
		}
	}
}

func bigNumber(t *testing.T, digits string) *big.Float {
	t.Helper()
	n, _, err := big.ParseFloat(digits, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
