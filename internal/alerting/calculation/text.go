// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"strings"
)

func textMethods(name string) method {
	switch name {
	case "toString", "valueOf":
		return itself
	case "at":
		return onText(func(m *machine, t text, args []value) value { return t.character(atPlace(m, args, t.length())) })
	case "charAt":
		return onText(func(m *machine, t text, args []value) value {
			if v := t.character(m.integer(argument(args, 0))); v.kind == str {
				return v
			}
			return textValue("")
		})
	case "charCodeAt":
		return onText(func(m *machine, t text, args []value) value {
			if at := m.integer(argument(args, 0)); at >= 0 && at < float64(t.length()) {
				return numberOf(float64(t.unit(int(at))))
			}
			return numberOf(math.NaN())
		})
	case "concat":
		return onText(func(m *machine, t text, args []value) value {
			joined := m.appendText(nil, t)
			for _, a := range args {
				joined = m.appendText(joined, m.toText(a))
			}
			return textValue(text(joined))
		})
	case "slice", "substring", "substr":
		return onText(func(m *machine, t text, args []value) value {
			from, to := m.cut(name, t.length(), args)
			return textValue(t.slice(from, max(from, to)))
		})
	case "trim", "trimStart", "trimEnd":
		return onText(func(m *machine, t text, _ []value) value {
			m.charge(len(t) / 16)
			return textValue(trimmed(t, name != "trimEnd", name != "trimStart"))
		})
	case "toLowerCase", "toUpperCase":
		return onText(func(m *machine, t text, _ []value) value { return m.cased(t, name) })
	case "padStart", "padEnd":
		return onText(func(m *machine, t text, args []value) value { return m.padded(t, name, args) })
	case "repeat":
		return onText(repeated)
	default:
		return searchMethods(name)
	}
}

func onText(run func(m *machine, t text, args []value) value) method {
	return func(m *machine, this value, args []value) value { return run(m, this.text(), args) }
}

// character returns the character at a position, or undefined after the end.
func (t text) character(at float64) value {
	if at < 0 || at >= float64(t.length()) {
		return undefinedValue
	}
	return textValue(t.slice(int(at), int(at)+1))
}

// atPlace converts the argument of the method at to a position: -1 is the last character.
func atPlace(m *machine, args []value, length int) float64 {
	at := m.integer(argument(args, 0))
	if at < 0 {
		at += float64(length)
	}
	return at
}

// cut returns the part that slice, substr or substring takes from a text: its first position, and the position after its end.
func (m *machine) cut(name string, length int, args []value) (from, to int) {
	switch first, second := argument(args, 0), argument(args, 1); name {
	case "slice":
		return m.index(first, length, 0), m.index(second, length, length)
	case "substr":
		from = m.index(first, length, 0)
		if second.kind == undefined {
			return from, length
		}
		return from, int(max(float64(from), min(float64(from)+m.integer(second), float64(length))))
	default:
		a := min(max(m.integer(first), 0), float64(length))
		b := float64(length)
		if second.kind != undefined {
			b = min(max(m.integer(second), 0), float64(length))
		}
		return int(min(a, b)), int(max(a, b))
	}
}

// cased implements toLowerCase and toUpperCase for ASCII only. For other letters, the result depends on the Unicode version of the
// JavaScript engine.
func (m *machine) cased(t text, name string) value {
	m.allocate(2 * len(t))
	s, ok := ascii(t)
	switch {
	case !ok:
		panic(outside(name + " of other letters than those of ASCII"))
	case name == "toLowerCase":
		return textValue(textOf(strings.ToLower(s)))
	default:
		return textValue(textOf(strings.ToUpper(s)))
	}
}

func (m *machine) padded(t text, name string, args []value) value {
	length := m.integer(argument(args, 0))
	filler := textOf(" ")
	if fill := argument(args, 1); fill.kind != undefined {
		filler = m.toText(fill)
	}
	if length <= float64(t.length()) || filler == "" {
		return textValue(t)
	}
	missing := m.times(length-float64(t.length()), 1)
	m.allocate(len(t))
	padding := text(strings.Repeat(string(filler), missing/filler.length()+1)).slice(0, missing)
	if name == "padStart" {
		return textValue(padding + t)
	}
	return textValue(t + padding)
}

// times returns count * length and counts the memory of a text with that length. It panics above the memory limit of the call.
func (m *machine) times(count float64, length int) int {
	size := count * float64(length)
	if size > MostBytes {
		m.allocate(MostBytes + 1)
	}
	m.allocate(4 * int(size))
	return int(size)
}

func repeated(m *machine, t text, args []value) value {
	count := m.integer(argument(args, 0))
	if count < 0 || math.IsInf(count, 1) {
		panic(thrown("RangeError", "Invalid count value: "+formatNumber(count)))
	}
	if t == "" || count == 0 {
		return textValue("")
	}
	m.times(count, t.length())
	return textValue(text(strings.Repeat(string(t), int(count))))
}

func searchMethods(name string) method {
	switch name {
	case "includes", "indexOf":
		return onText(func(m *machine, t text, args []value) value {
			found := m.find(t, m.toText(argument(args, 0)), m.clamped(argument(args, 1), t.length()))
			if name == "includes" {
				return booleanOf(found >= 0)
			}
			return numberOf(float64(found))
		})
	case "lastIndexOf":
		return onText(lastIndexOf)
	case "startsWith":
		return onText(func(m *machine, t text, args []value) value {
			what := m.toText(argument(args, 0))
			rest := t.slice(m.clamped(argument(args, 1), t.length()), t.length())
			return booleanOf(strings.HasPrefix(string(rest), string(what)))
		})
	case "endsWith":
		return onText(func(m *machine, t text, args []value) value {
			what, end := m.toText(argument(args, 0)), t.length()
			if v := argument(args, 1); v.kind != undefined {
				end = m.clamped(v, end)
			}
			return booleanOf(strings.HasSuffix(string(t.slice(0, end)), string(what)))
		})
	case "replace", "replaceAll":
		return onText(func(m *machine, t text, args []value) value { return m.replaced(t, name, args) })
	case "split":
		return onText(split)
	default:
		return nil
	}
}

// clamped converts a value to a position from 0 to length: -3 becomes 0.
func (m *machine) clamped(v value, length int) int {
	return int(min(max(m.integer(v), 0), float64(length)))
}

// find searches t for the text what, and returns the position or -1. strings.Index searches bytes, but a character has two bytes. So if the
// match begins in the middle of a character, find goes on after it and charges more steps.
func (m *machine) find(t, what text, from int) int {
	m.charge(len(t) / 16)
	at := 2 * from
	for {
		next := strings.Index(string(t[at:]), string(what))
		if next < 0 {
			return -1
		}
		if (at+next)%2 == 0 {
			return (at + next) / 2
		}
		at += next + 1
		m.charge(1 + len(what)/16)
	}
}

func lastIndexOf(m *machine, t text, args []value) value {
	what := m.toText(argument(args, 0))
	from := t.length()
	if n := m.toNumber(argument(args, 1)); !math.IsNaN(n) {
		from = m.clamped(numberOf(n), from)
	}
	for at := min(from, t.length()-what.length()); at >= 0; at-- {
		m.charge(1 + len(what)/64)
		if strings.HasPrefix(string(t[2*at:]), string(what)) {
			return numberOf(float64(at))
		}
	}
	return numberOf(-1)
}

func (m *machine) replaced(t text, name string, args []value) value {
	what := m.toText(argument(args, 0))
	if argument(args, 1).kind == function {
		panic(outside(name + " with a function"))
	}
	by := m.toText(argument(args, 1))
	if m.find(by, textOf("$"), 0) >= 0 {
		panic(outside(name + " with a $"))
	}
	var made []byte
	from := 0
	for at := m.find(t, what, 0); at >= 0; at = m.find(t, what, at) {
		made = m.appendText(m.appendText(made, t.slice(from, at)), by)
		from = at + what.length()
		if at = max(from, at+1); name == "replace" || at > t.length() {
			break
		}
	}
	return textValue(text(m.appendText(made, t.slice(from, t.length()))))
}

func split(m *machine, t text, args []value) value {
	separator, most := argument(args, 0), float64(math.MaxUint32)
	if v := argument(args, 1); v.kind != undefined {
		most = float64(uint32(toInt32(m.toNumber(v))))
	}
	if separator.kind == undefined {
		return m.parts(most, []value{textValue(t)})
	}
	what := m.toText(separator)
	var parts []value
	from := 0
	add := func(to int) {
		m.allocate(2*valueBytes + 32) // twice, because a growing list is allocated again with spare room
		parts = append(parts, textValue(t.slice(from, to)))
	}
	if what == "" {
		for from < t.length() && float64(from) < most {
			add(from + 1)
			from++
		}
		return listOf(parts)
	}
	for at := m.find(t, what, 0); at >= 0 && float64(len(parts)) < most; at = m.find(t, what, from) {
		add(at)
		from = at + what.length()
	}
	add(t.length())
	return m.parts(most, parts)
}

func (m *machine) parts(most float64, parts []value) value {
	return listOf(parts[:int(min(most, float64(len(parts))))])
}
