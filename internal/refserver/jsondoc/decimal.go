// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
)

// Decimal is an exact decimal number: 0.digits times ten to the power. For example, 15 is 0.15 * 10^2: the digits are 15 and the power is
// 2. A number such as 1e999999999 needs little memory.
type Decimal struct {
	negative bool
	digits   []byte
	power    int64
}

// farPower stands for all exponents that are at least as large, so that sums of exponents do not overflow.
const farPower = 1 << 40

// ParseDecimal reads a JSON number such as -1.5e3. ok is false if the text is not a number.
func ParseDecimal(text []byte) (d Decimal, ok bool) {
	text, d.negative = bytes.CutPrefix(text, []byte{'-'})
	if at := bytes.IndexAny(text, "eE"); at >= 0 {
		if d.power, ok = parsePower(string(text[at+1:])); !ok {
			return Decimal{}, false
		}
		text = text[:at]
	}
	whole, fraction, _ := bytes.Cut(text, []byte{'.'})
	d.digits = append(append(make([]byte, 0, len(text)), whole...), fraction...)
	if len(d.digits) == 0 || bytes.ContainsFunc(d.digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return Decimal{}, false
	}
	significant := bytes.TrimLeft(d.digits, "0")
	d.power += int64(len(whole) - (len(d.digits) - len(significant)))
	if d.digits = bytes.TrimRight(significant, "0"); len(d.digits) == 0 {
		return Decimal{}, true
	}
	return d, true
}

// parsePower reads the exponent of a number, such as -3 in 1e-3. If the exponent is larger than farPower, it returns farPower.
func parsePower(text string) (power int64, ok bool) {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	power, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || power > farPower {
		power = farPower
	}
	if text[0] == '-' {
		power = -power
	}
	return power, true
}

// Compare returns a negative number if d is less than other, 0 if they are equal, and a positive number otherwise.
func (d Decimal) Compare(other Decimal) int {
	if d.sign() != other.sign() {
		return cmp.Compare(d.sign(), other.sign())
	}
	return d.sign() * cmp.Or(cmp.Compare(d.power, other.power), bytes.Compare(d.digits, other.digits))
}

func (d Decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// Int64 returns d as an int64. ok is false if d is not a whole number or needs more than 64 bits.
func (d Decimal) Int64() (number int64, ok bool) {
	const maxDigits = 19
	if len(d.digits) == 0 {
		return 0, true
	}
	if d.power < int64(len(d.digits)) || d.power > maxDigits {
		return 0, false
	}
	text := string(d.digits) + strings.Repeat("0", int(d.power)-len(d.digits))
	if d.negative {
		text = "-" + text
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil
}

// IntDecimal converts an int64 to a Decimal.
func IntDecimal(number int64) Decimal {
	d, _ := ParseDecimal(strconv.AppendInt(nil, number, 10))
	return d
}
