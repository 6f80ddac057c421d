// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"errors"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

type kind uint8

const (
	unset kind = iota // a let or const variable before its declaration
	undefined
	null
	boolean
	number
	str
	list
	function
)

type value struct {
	kind kind
	n    float64 // a number; a boolean is 1 or 0
	ref  any     // a text, *array or *callable
}

// array has the elements of a JavaScript list. Only the methods sort and reverse change them.
type array struct{ elements []value }

// callable is a JavaScript function. The field closure is set for a function in the expression, and native for a built-in function such as
// Math.max.
type callable struct {
	closure *closure
	native  native
	name    string // name of a built-in function
}

type native func(m *machine, args []value) value

// text is a JavaScript text in UTF-16: two bytes per code unit, the high byte first. With this order of bytes, Go compares texts as
// JavaScript does.
type text string

var (
	undefinedValue = value{kind: undefined}
	nullValue      = value{kind: null}
)

func numberOf(n float64) value { return value{kind: number, n: n} }

func booleanOf(b bool) value {
	if b {
		return value{kind: boolean, n: 1}
	}
	return value{kind: boolean}
}

func textValue(t text) value { return value{kind: str, ref: t} }

func listOf(elements []value) value { return value{kind: list, ref: &array{elements}} }

func (v value) text() text {
	t, _ := v.ref.(text)
	return t
}

func (v value) elements() []value {
	if l, ok := v.ref.(*array); ok {
		return l.elements
	}
	return nil
}

func (v value) callable() *callable {
	f, _ := v.ref.(*callable)
	return f
}

func (v value) isNullish() bool { return v.kind == undefined || v.kind == null }

func (v value) truth() bool {
	switch v.kind {
	case boolean, number:
		return v.n != 0 && !math.IsNaN(v.n)
	case str:
		return v.text() != ""
	case list, function:
		return true
	default:
		return false
	}
}

func (t text) length() int { return len(t) / 2 }

func (t text) unit(i int) uint16 { return uint16(t[2*i])<<8 | uint16(t[2*i+1]) }

func (t text) slice(from, to int) text { return t[2*from : 2*to] }

func textOf(s string) text {
	units := make([]byte, 0, 2*len(s))
	for _, r := range s {
		units = appendRune(units, r)
	}
	return text(units)
}

func appendUnit(to []byte, unit uint16) []byte { return append(to, byte(unit>>8), byte(unit)) }

func appendRune(to []byte, r rune) []byte {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return appendUnit(appendUnit(to, uint16(high)), uint16(low))
	}
	return appendUnit(to, uint16(r))
}

// String converts the text to UTF-8. Half of a surrogate pair becomes the replacement character U+FFFD.
func (t text) String() string {
	s := make([]byte, 0, t.length())
	for i := 0; i < t.length(); i++ {
		r := rune(t.unit(i))
		if utf16.IsSurrogate(r) {
			r = utf8.RuneError
			if i+1 < t.length() {
				r = utf16.DecodeRune(rune(t.unit(i)), rune(t.unit(i+1)))
			}
			if r != utf8.RuneError {
				i++
			}
		}
		s = utf8.AppendRune(s, r)
	}
	return string(s)
}

func (m *machine) imported(v any) value {
	switch v := v.(type) {
	case float64:
		return numberOf(v)
	case bool:
		return booleanOf(v)
	case string:
		m.allocate(2 * len(v))
		return textValue(textOf(v))
	default:
		return nullValue
	}
}

var errNoValue = errors.New("returns something other than a number, a boolean or a text")

// exported converts the result of a call to a float64, bool, string or nil. NaN and infinities become nil, because JSON has no text for
// them. A list or a function is an error.
func (m *machine) exported(v value) (any, error) {
	switch v.kind {
	case undefined, null:
		return nil, nil
	case boolean:
		return v.n != 0, nil
	case number:
		if math.IsNaN(v.n) || math.IsInf(v.n, 0) {
			return nil, nil
		}
		return v.n, nil
	case str:
		t := v.text()
		m.result(len(t))
		m.allocate(len(t))
		return t.String(), nil
	default:
		return nil, errNoValue
	}
}
