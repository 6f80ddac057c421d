// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf16"
)

func listMethods(name string) method {
	switch name {
	case "join", "toString":
		return func(m *machine, this value, args []value) value {
			separator := textOf(",")
			if v := argument(args, 0); name == "join" && v.kind != undefined {
				separator = m.toText(v)
			}
			return textValue(m.join(this.elements(), separator))
		}
	case "at":
		return func(m *machine, this value, args []value) value {
			elements := this.elements()
			if at := atPlace(m, args, len(elements)); at >= 0 && at < float64(len(elements)) {
				return elements[int(at)]
			}
			return undefinedValue
		}
	case "slice":
		return func(m *machine, this value, args []value) value {
			length := len(this.elements())
			from, to := m.cut(name, length, args)
			return listOf(m.copied(this.elements()[from:max(from, to)]))
		}
	case "concat":
		return concat
	case "includes", "indexOf", "lastIndexOf":
		return func(m *machine, this value, args []value) value { return m.placeIn(this.elements(), name, args) }
	case "reverse":
		return func(m *machine, this value, _ []value) value {
			m.charge(len(this.elements()))
			slices.Reverse(this.elements())
			return this
		}
	case "sort":
		return sorted
	case "flat":
		return func(m *machine, this value, args []value) value {
			depth := 1.0
			if v := argument(args, 0); v.kind != undefined {
				depth = m.integer(v)
			}
			return listOf(m.flat(nil, this.elements(), depth))
		}
	case "map", "filter", "forEach", "some", "every", "find", "findIndex", "flatMap":
		return func(m *machine, this value, args []value) value { return m.each(this, name, argument(args, 0)) }
	case "reduce", "reduceRight":
		return func(m *machine, this value, args []value) value { return m.reduce(this, name == "reduceRight", args) }
	case "valueOf":
		return itself
	default:
		return nil
	}
}

// iterated returns the values of ...v: the elements of a list or the characters of a text. Any other value throws a TypeError.
func (m *machine) iterated(v value) []value {
	switch v.kind {
	case list:
		return v.elements()
	case str:
	default:
		panic(thrown("TypeError", "object is not iterable"))
	}
	t := v.text()
	var characters []value
	for i := 0; i < t.length(); {
		size := 1
		if i+1 < t.length() && utf16.DecodeRune(rune(t.unit(i)), rune(t.unit(i+1))) != '\ufffd' {
			size = 2
		}
		m.allocate(2*valueBytes + 32)
		characters = append(characters, textValue(t.slice(i, i+size)))
		i += size
	}
	return characters
}

func concat(m *machine, this value, args []value) value {
	joined := m.copied(this.elements())
	for _, a := range args {
		added := []value{a}
		if a.kind == list {
			added = a.elements()
		}
		m.allocate(2 * valueBytes * (len(joined) + len(added)))
		joined = append(joined, added...)
	}
	return listOf(joined)
}

func (m *machine) placeIn(elements []value, name string, args []value) value {
	what := argument(args, 0)
	found := -1
	if name == "lastIndexOf" {
		from := len(elements) - 1
		if len(args) > 1 {
			n := m.integer(args[1])
			if n < 0 {
				n += float64(len(elements))
			}
			from = int(min(n, float64(from)))
		}
		for i := from; i >= 0 && found < 0; i-- {
			m.charge(1)
			if m.same(elements[i], what) {
				found = i
			}
		}
		return numberOf(float64(found))
	}
	for i := m.index(argument(args, 1), len(elements), 0); i < len(elements) && found < 0; i++ {
		m.charge(1)
		isNaN := name == "includes" && what.kind == number && elements[i].kind == number && math.IsNaN(what.n) && math.IsNaN(elements[i].n)
		if isNaN || m.same(elements[i], what) {
			found = i
		}
	}
	if name == "includes" {
		return booleanOf(found >= 0)
	}
	return numberOf(float64(found))
}

// sorted implements the list method sort, which changes the list itself. Without a comparison function, it compares the texts of the
// elements; undefined comes last.
func sorted(m *machine, this value, args []value) value {
	by := argument(args, 0)
	if by.kind != undefined && by.kind != function {
		panic(thrown("TypeError", "The comparison function must be either a function or undefined"))
	}
	elements := m.copied(this.elements())
	slices.SortStableFunc(elements, func(a, b value) int {
		m.charge(1)
		switch {
		case a.kind == undefined || b.kind == undefined:
			return cmp.Compare(boolToInt(a.kind == undefined), boolToInt(b.kind == undefined))
		case by.kind == function:
			return cmp.Compare(m.toNumber(m.callback(by, a, b)), 0)
		default:
			return strings.Compare(string(m.toText(a)), string(m.toText(b)))
		}
	})
	copy(this.elements(), elements)
	return this
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// flat appends elements to a list. It replaces each inner list by its elements, down to the given depth: with depth 1, [1, [2, [3]]]
// becomes [1, 2, [3]].
func (m *machine) flat(to, elements []value, depth float64) []value {
	m.enter()
	for _, e := range elements {
		if e.kind == list && depth >= 1 {
			to = m.flat(to, e.elements(), depth-1)
			continue
		}
		m.allocate(2 * valueBytes)
		to = append(to, e)
	}
	m.depth--
	return to
}

func (m *machine) callback(f value, args ...value) value {
	base := len(m.stack)
	m.stack = append(m.stack, args...)
	result := m.call(f, m.stack[base:], "the argument")
	m.stack = m.stack[:base]
	return result
}

// each implements the list methods that call a function for each element, such as map and filter.
func (m *machine) each(this value, name string, f value) value {
	if f.kind != function {
		panic(thrown("TypeError", "the argument of "+name+" is not a function"))
	}
	elements := m.copied(this.elements())
	var made []value
	for i, e := range elements {
		m.charge(1)
		result := m.callback(f, e, numberOf(float64(i)), this)
		switch truth := result.truth(); name {
		case "map":
			elements[i] = result
		case "flatMap":
			made = m.flat(made, []value{result}, 1)
		case "filter":
			if truth {
				made = append(made, e)
			}
		case "some", "every":
			if truth == (name == "some") {
				return booleanOf(truth)
			}
		case "find", "findIndex":
			if truth && name == "find" {
				return e
			} else if truth {
				return numberOf(float64(i))
			}
		}
	}
	switch name {
	case "map":
		return listOf(elements)
	case "filter", "flatMap":
		return listOf(made)
	case "some", "every":
		return booleanOf(name == "every")
	case "findIndex":
		return numberOf(-1)
	default:
		return undefinedValue
	}
}

func (m *machine) reduce(this value, fromRight bool, args []value) value {
	f := argument(args, 0)
	elements := m.copied(this.elements())
	order := make([]int, len(elements))
	for i := range order {
		order[i] = i
	}
	if fromRight {
		slices.Reverse(order)
	}
	var result value
	switch {
	case f.kind != function:
		panic(thrown("TypeError", "the argument of reduce is not a function"))
	case len(args) > 1:
		result = args[1]
	case len(elements) == 0:
		panic(thrown("TypeError", "Reduce of empty array with no initial value"))
	default:
		result, order = elements[order[0]], order[1:]
	}
	for _, i := range order {
		m.charge(1)
		result = m.callback(f, result, elements[i], numberOf(float64(i)), this)
	}
	return result
}
