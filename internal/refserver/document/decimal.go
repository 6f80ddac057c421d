// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
)

// Decimal is a number as it is written, whatever its size: 0.digits times ten to the power, with no zero at either end of the
// digits. Zero has none. No work with it is more than its digits ask for, however great the power is.
type Decimal struct {
	negative bool
	digits   []byte
	power    int
}

// farPower is beyond the power of any number that can be told from another one.
const farPower = 1 << 40

// ParseDecimal reads a number in digits, with a point or a power of ten or without.
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
	d.power += len(whole)
	significant := bytes.TrimLeft(d.digits, "0")
	d.power -= len(d.digits) - len(significant)
	if d.digits = bytes.TrimRight(significant, "0"); len(d.digits) == 0 {
		return Decimal{}, true
	}
	return d, true
}

// parsePower reads the power of ten; one beyond all others is as far away as any.
func parsePower(text string) (power int, ok bool) {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	power, err := strconv.Atoi(digits)
	if err != nil || power > farPower {
		power = farPower
	}
	if text[0] == '-' {
		power = -power
	}
	return power, true
}

// Compare is negative when a is less than b, and 0 when they are the same number.
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

// Int64 gives the number if it is whole and not too great.
func (d Decimal) Int64() (number int64, ok bool) {
	const maxDigits = 19
	if len(d.digits) == 0 {
		return 0, true
	}
	if d.power < len(d.digits) || d.power > maxDigits {
		return 0, false
	}
	text := string(d.digits) + strings.Repeat("0", d.power-len(d.digits))
	if d.negative {
		text = "-" + text
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil
}

// IntDecimal is a whole number.
func IntDecimal(number int64) Decimal {
	d, _ := ParseDecimal(strconv.AppendInt(nil, number, 10))
	return d
}
